"""Makes this folder's model: random vectors of fifteen word pieces through one layer, in the files that
Transformers.js reads. `pip install onnx numpy`, then `python make.py` here; seeded, so it gives the same.
"""

import json, os, numpy as np, onnx
from onnx import helper as h, TensorProto as T, numpy_helper as nh

out = os.path.dirname(os.path.abspath(__file__))
words = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "ana",
    "lives",
    "in",
    "york",
    "the",
    "bees",
    "winter",
    "behind",
    "barn",
    "##s",
]
r = np.random.default_rng(7)
emb = r.standard_normal((len(words), 8)).astype(np.float32)
w = r.standard_normal((8, 8)).astype(np.float32)
nodes = [
    h.make_node("Gather", ["emb", "input_ids"], ["e"]),
    h.make_node("MatMul", ["e", "w"], ["m"]),
    h.make_node("Tanh", ["m"], ["last_hidden_state"]),
]
dims = ["batch", "sequence"]
ins = [h.make_tensor_value_info(n, T.INT64, dims) for n in ("input_ids", "attention_mask", "token_type_ids")]
outs = [h.make_tensor_value_info("last_hidden_state", T.FLOAT, dims + [8])]
g = h.make_graph(nodes, "tiny", ins, outs, [nh.from_array(emb, "emb"), nh.from_array(w, "w")])
m = h.make_model(g, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(m)
onnx.save(m, f"{out}/onnx/model.onnx")


def dump(name, value):
    open(f"{out}/{name}", "w").write(json.dumps(value, indent=1) + "\n")


dump(
    "config.json",
    {
        "model_type": "bert",
        "architectures": ["BertModel"],
        "hidden_size": 8,
        "num_attention_heads": 1,
        "num_hidden_layers": 1,
        "intermediate_size": 8,
        "vocab_size": len(words),
        "max_position_embeddings": 64,
    },
)
special = lambda t: {
    "id": words.index(t),
    "content": t,
    "single_word": False,
    "lstrip": False,
    "rstrip": False,
    "normalized": False,
    "special": True,
}
dump(
    "tokenizer.json",
    {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [special(t) for t in words[:5]],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
            ],
            "pair": [
                {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
                {"Sequence": {"id": "B", "type_id": 1}},
                {"SpecialToken": {"id": "[SEP]", "type_id": 1}},
            ],
            "special_tokens": {
                t: {"id": t, "ids": [words.index(t)], "tokens": [t]} for t in ("[CLS]", "[SEP]")
            },
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {w: i for i, w in enumerate(words)},
        },
    },
)
dump(
    "tokenizer_config.json",
    {
        "tokenizer_class": "BertTokenizer",
        "do_lower_case": True,
        "model_max_length": 64,
        "pad_token": "[PAD]",
        "unk_token": "[UNK]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
        "mask_token": "[MASK]",
    },
)
