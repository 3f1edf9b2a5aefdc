/** As many steps as are shown without leaving any out. */
const most = 4

/** A way from the root down in three parts: where it begins, what may be left out of it, and its last two steps. */
export const shortened = <Step>(steps: readonly Step[]): Record<'first' | 'between' | 'last', readonly Step[]> =>
  steps.length <= most
    ? { first: [], between: [], last: steps }
    : { first: steps.slice(0, 1), between: steps.slice(1, -2), last: steps.slice(-2) }
