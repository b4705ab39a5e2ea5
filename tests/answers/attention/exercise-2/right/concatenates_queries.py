# Joins the queries around the new one.
def row_with_query(q, k, v, position, query):
    new = torch.cat([q[:position], query[None, :], q[position + 1 :]])
    all_of_it = attention(new, k, v)
    return all_of_it[2][position], all_of_it[0][position]


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
