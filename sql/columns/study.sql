id, strength, caller, has_token, created_at, positions, steps, nodes_max, depth_max,
exact_empties_max, fingerprint, version, status, step, stage, depth, nodes, updated_at,
claim, attempt
