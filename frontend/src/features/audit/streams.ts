/** Returns the category of a stream: 'credits' for 'credits-<id>'. */
export const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream
