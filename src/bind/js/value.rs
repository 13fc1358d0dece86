//! A value of JavaScript as the reader sees it. What is `undefined` is absent.

use crate::read::Node;
use js_sys::{Array, ArrayBuffer, Float32Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

impl Node for JsValue {
    fn is_null(&self) -> bool {
        self.is_undefined() || Self::is_null(self)
    }

    fn boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn whole(&self) -> Option<u64> {
        match self.as_f64() {
            Some(number) => {
                ((0.0..=super::MOST).contains(&number) && number == libm::trunc(number)).then_some(number as u64)
            }
            None => u64::try_from(self.clone()).ok(),
        }
    }

    fn integer(&self) -> Option<i64> {
        match self.as_f64() {
            Some(number) => (number.abs() <= super::MOST && number == libm::trunc(number)).then_some(number as i64),
            None => i64::try_from(self.clone()).ok(),
        }
    }

    fn text(&self) -> Option<String> {
        self.as_string()
    }

    fn items(&self) -> Option<Vec<Box<dyn Node + '_>>> {
        let list = match self.dyn_ref::<ArrayBuffer>() {
            Some(bytes) => Array::from(&Uint8Array::new(bytes)),
            None if Array::is_array(self) || self.is_object() && js_sys::try_iter(self).ok()?.is_some() => {
                Array::from(self)
            }
            None => return None,
        };
        Some(list.iter().map(|item| Box::new(item) as Box<dyn Node>).collect())
    }

    fn floats(&self) -> Option<Vec<f32>> {
        self.dyn_ref::<Float32Array>().map(Float32Array::to_vec)
    }

    fn is_object(&self) -> bool {
        Self::is_object(self)
    }

    fn names(&self) -> Vec<String> {
        Object::keys(self.unchecked_ref::<Object>()).iter().filter_map(|name| name.as_string()).collect()
    }

    fn field(&self, name: &str) -> Option<Box<dyn Node + '_>> {
        let value = Reflect::get(self, &name.into()).ok().filter(|value| !value.is_undefined())?;
        Some(Box::new(value))
    }
}
