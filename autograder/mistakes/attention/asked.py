"""What each graded cell asks for: functions and variables, the telling ones first."""

__all__ = ["ASKED"]

ASKED = {
    "projection-test": ["project"],
    "one-row-test": ["one_row"],
    "attention-test": ["attention"],
    "separate-projections-test": ["pair_scores", "shared_scores", "separate_scores"],
    "changed-values-test": ["changed_v", "changed_weights", "output_change"],
    "exercise-1-test": ["exercise_1_increase", "exercise_1_weights_change", "output_growth"],
    "exercise-2-test": ["exercise_2_weights", "exercise_2_output", "row_with_query"],
}
