/** As browsers and the bundler say that a file of the program did not come. */
const said = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Whether a part of the program could not be fetched, as without a connection. A browser does not ask for it again until the page is reloaded. */
export const isLoadError = (error: unknown): boolean => error instanceof Error && said.test(error.message)
