/** Messages of browsers and the bundler about a module that failed to load. */
const loadFailure = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/**
 * Returns true if a module failed to load, as without a connection. A browser does not retry it until the page is
 * reloaded.
 */
export const isLoadError = (error: unknown): boolean => error instanceof Error && loadFailure.test(error.message)
