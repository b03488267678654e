a_blocks, b_blocks, a_kind, a_chips, b_kind, b_chips
