#!/usr/bin/env python3
"""usage: tiny-model.py FILE.gguf

Writes a language model of half a megabyte whose weights are random: it says nonsense, byte by byte, and never ends by
itself. It stands for a real one where only the way to it is tried. Needs gguf and numpy.
"""
import sys

import gguf
import numpy

VOCABULARY, WIDTH, LAYERS, HEADS, INNER = 259, 64, 2, 4, 128


def main(path):
    chance = numpy.random.default_rng(7)
    model = gguf.GGUFWriter(path, "llama")

    def put(name, *shape):
        weights = (chance.standard_normal(shape) * 0.3).astype(numpy.float32)
        # The mark of the end never wins.
        if name == "output.weight":
            weights[2] = 0
        model.add_tensor(name, weights)

    model.add_name("tiny random model")
    model.add_context_length(8192)
    model.add_embedding_length(WIDTH)
    model.add_block_count(LAYERS)
    model.add_feed_forward_length(INNER)
    model.add_head_count(HEADS)
    model.add_head_count_kv(HEADS)
    model.add_layer_norm_rms_eps(1e-5)
    model.add_rope_dimension_count(WIDTH // HEADS)
    model.add_vocab_size(VOCABULARY)
    kinds = gguf.TokenType
    model.add_tokenizer_model("llama")
    model.add_token_list([b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)])
    model.add_token_scores([0.0] * VOCABULARY)
    model.add_token_types([kinds.UNKNOWN, kinds.CONTROL, kinds.CONTROL] + [kinds.BYTE] * 256)
    model.add_unk_token_id(0)
    model.add_bos_token_id(1)
    model.add_eos_token_id(2)
    model.add_chat_template("{% for message in messages %}{{ message['content'] }}\n{% endfor %}")
    put("token_embd.weight", VOCABULARY, WIDTH)
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        for norm in ("attn_norm", "ffn_norm"):
            model.add_tensor(f"{block}{norm}.weight", numpy.ones(WIDTH, numpy.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            put(f"{block}{name}.weight", WIDTH, WIDTH)
        put(f"{block}ffn_gate.weight", INNER, WIDTH)
        put(f"{block}ffn_up.weight", INNER, WIDTH)
        put(f"{block}ffn_down.weight", WIDTH, INNER)
    model.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    put("output.weight", VOCABULARY, WIDTH)
    model.write_header_to_file()
    model.write_kv_data_to_file()
    model.write_tensors_to_file()
    model.close()


if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
    sys.exit(__doc__)
main(sys.argv[1])
