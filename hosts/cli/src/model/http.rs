//! One request to one server: JSON out, bytes back, within a time and a size.
//!
//! Redirects are not followed, so that the key goes nowhere else; a proxy of the environment is used
//! for other machines, never for this one. Of what a server says in an error nothing is kept but the
//! status: it may repeat the prompt.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use ureq::http::{HeaderMap, Response, Uri};
use ureq::{Agent, Body, Error, Proxy};

use super::ModelError;
use super::retry::{Setback, may_pass, persist};
use super::secret::Secret;

/// The longest that a server is left alone because it asked for it.
const LONGEST_REST: Duration = Duration::from_secs(300);

/// How long a server is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// One try.
    pub one_try: Duration,
    /// All tries together, waits between them included.
    pub all_tries: Duration,
}

/// A server's address, the key to it, and how long it is waited for.
#[derive(Debug)]
pub struct Endpoint {
    base: String,
    agent: Agent,
    key: Option<Secret>,
    patience: Patience,
    /// Until when the server is left alone.
    rest: Mutex<Option<Instant>>,
}

impl Endpoint {
    /// The server at a base address, such as `http://127.0.0.1:11434/v1`.
    pub fn new(base: &str, key: Option<Secret>, patience: Patience) -> anyhow::Result<Self> {
        let base = base.trim_end_matches('/');
        let uri = parse(base)?;
        let proxy = if is_loopback(&uri) { None } else { Proxy::try_from_env() };
        let config = Agent::config_builder()
            .proxy(proxy)
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("memolet/", env!("CARGO_PKG_VERSION")));
        Ok(Self { base: base.into(), agent: config.build().into(), key, patience, rest: Mutex::new(None) })
    }

    /// Whether the key would travel in the open to another machine.
    pub fn exposes_key(&self) -> bool {
        let open = parse(&self.base).is_ok_and(|uri| uri.scheme_str() == Some("http") && !is_loopback(&uri));
        open && self.key.is_some()
    }

    /// When a request that begins now is given up.
    pub fn end(&self) -> Instant {
        Instant::now() + self.patience.all_tries
    }

    /// Posts JSON to a path until there is an answer or the end comes; gives at most so many bytes.
    ///
    /// A server that did not answer is left alone for as long as that took, so that no more than half
    /// of anybody's time is spent on waiting for it.
    pub fn post(&self, path: &str, body: &Value, most: u64, end: Instant) -> Result<Vec<u8>, ModelError> {
        let start = Instant::now();
        if let Some(rest) = self.rest() {
            let seconds = rest.saturating_duration_since(start).as_secs() + 1;
            return Err(ModelError::Unanswered(format!(
                "the server did not answer a moment ago; it is tried again in {seconds} s"
            )));
        }
        let body = body.to_string();
        let result = persist(end, |left| self.once(path, &body, most, left.min(self.patience.one_try)));
        result.map_err(|setback| {
            if setback.passing {
                let asked = setback.wait.unwrap_or_default().min(LONGEST_REST);
                self.set_rest(Instant::now() + start.elapsed().max(asked));
            }
            setback.error
        })
    }

    fn once(&self, path: &str, body: &str, most: u64, limit: Duration) -> Result<Vec<u8>, Setback> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.base))
            .header("content-type", "application/json")
            .header("accept", "application/json");
        if let Some(bearer) = self.key.as_ref().and_then(Secret::bearer) {
            request = request.header("authorization", bearer);
        }
        let request = request.config().timeout_global(Some(limit.max(Duration::from_millis(1)))).build();
        let mut response = request.send(body).map_err(|error| setback(&error))?;
        refuse(&response)?;
        response.body_mut().with_config().limit(most).read_to_vec().map_err(|error| setback(&error))
    }

    fn rest(&self) -> Option<Instant> {
        let rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.filter(|until| *until > Instant::now())
    }

    fn set_rest(&self, until: Instant) {
        *self.rest.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }
}

/// Scheme, host and port of an address: what a key may be shared within.
pub fn origin(base: &str) -> anyhow::Result<String> {
    let uri = parse(base)?;
    let scheme = uri.scheme_str().unwrap_or_default();
    let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
    Ok(format!("{scheme}://{}:{port}", uri.host().unwrap_or_default().to_ascii_lowercase()))
}

/// The address is not repeated in a failure: it may hold a password, which is one of the reasons.
fn parse(base: &str) -> anyhow::Result<Uri> {
    const SHAPE: &str = "such as http://127.0.0.1:11434/v1";
    let uri: Uri = base.parse().ok().with_context(|| format!("an address is wanted, {SHAPE}"))?;
    let Some(authority) = uri.authority() else { bail!("an address begins with http:// or https://, {SHAPE}") };
    ensure!(matches!(uri.scheme_str(), Some("http" | "https")), "an address begins with http:// or https://, {SHAPE}");
    ensure!(
        !authority.as_str().contains('@'),
        "an address holds no user or password: give a key through the environment"
    );
    ensure!(uri.query().is_none(), "an address ends with its path, {SHAPE}");
    Ok(uri)
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn refuse(response: &Response<Body>) -> Result<(), Setback> {
    let status = response.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(());
    }
    let wait = retry_after(response.headers());
    Err(Setback { error: ModelError::Status(status), passing: may_pass(status), wait })
}

/// Seconds, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("retry-after")?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds.min(86_400)));
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Duration::try_from(date.duration_since(jiff::Timestamp::now())).ok()
}

fn setback(error: &Error) -> Setback {
    let (passing, why) = match error {
        Error::Timeout(_) => (true, "the server did not answer in time".into()),
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            (true, "the server did not answer in time".into())
        }
        Error::Io(error) => (true, format!("the connection failed: {}", error.kind())),
        Error::HostNotFound => (true, "the server's name is not known".into()),
        Error::ConnectionFailed | Error::ConnectProxyFailed(_) => (true, "the connection failed".into()),
        Error::Tls(_) | Error::Rustls(_) => (false, "the server's certificate or TLS was not accepted".into()),
        Error::BodyExceedsLimit(most) => (false, format!("the answer is over {most} bytes")),
        _ => (false, "the answer is not HTTP as it should be".into()),
    };
    let error = if passing { ModelError::Unanswered(why) } else { ModelError::Unusable(why) };
    Setback { error, passing, wait: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_strictly_and_never_repeated() {
        let refused = |base: &str| parse(base).unwrap_err().to_string();
        assert!(parse("http://[::1]:8080/v1").is_ok_and(|uri| is_loopback(&uri)));
        assert!(parse("https://localhost/v1").is_ok_and(|uri| is_loopback(&uri)));
        assert!(parse("http://127.9.9.9").is_ok_and(|uri| is_loopback(&uri)));
        assert!(parse("http://localhost.example").is_ok_and(|uri| !is_loopback(&uri)));
        for bad in [
            "",
            "example.org/v1",
            "ftp://example.org",
            "http://ana:hunter2@example.org",
            "http://example.org/v1?key=hunter2",
        ] {
            assert!(!refused(bad).contains("hunter2"), "{bad}");
        }
        assert_eq!(origin("https://API.example.org/v1").unwrap(), origin("https://api.example.org:443/other").unwrap());
    }

    #[test]
    fn an_endpoint_does_not_print_its_key() {
        let patience = Patience { one_try: Duration::from_secs(1), all_tries: Duration::from_secs(1) };
        let key = Secret::new("KEY", "sk-abc").unwrap();
        let endpoint = Endpoint::new("http://example.org/v1/", Some(key), patience).unwrap();
        assert!(endpoint.exposes_key() && !format!("{endpoint:?}").contains("sk-abc"));
    }

    #[test]
    fn a_server_says_when_to_come_back_in_seconds_or_by_date() {
        let after =
            |text: &str| retry_after(&HeaderMap::from_iter([(ureq::http::header::RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(after("2"), Some(Duration::from_secs(2)));
        assert_eq!(after("99999999999999"), Some(Duration::from_secs(86_400)));
        assert!(after("Fri, 31 Dec 2100 23:59:59 GMT").is_some_and(|wait| wait > LONGEST_REST));
        assert_eq!(after("Fri, 31 Dec 1999 23:59:59 GMT"), None);
        assert_eq!(after("soon"), None);
    }
}
