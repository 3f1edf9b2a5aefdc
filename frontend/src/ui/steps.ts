/** The length of the longest path that is shown completely. */
const most = 4

/** Splits a long path into the root, the steps that may be omitted (`between`), and the last two; a short path is all `last`. */
export const shortened = <Step>(steps: readonly Step[]): Record<'first' | 'between' | 'last', readonly Step[]> =>
  steps.length <= most
    ? { first: [], between: [], last: steps }
    : { first: steps.slice(0, 1), between: steps.slice(1, -2), last: steps.slice(-2) }
