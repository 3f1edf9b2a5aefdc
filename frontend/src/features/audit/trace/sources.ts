const words: Readonly<Record<string, string>> = {
  welcome: 'Welcome',
  plan: 'Plan period',
  pack: 'Pack',
  admin: 'Admin grant',
  backer: 'Backer',
}

/** Where granted credits came from, in words. */
export const sourceOf = (source: string): string => words[source] ?? source
