const words: Readonly<Record<string, string>> = {
  welcome: 'Welcome',
  plan: 'Plan period',
  pack: 'Pack',
  admin: 'Admin grant',
  backer: 'Backer',
}

/** Text for the source of granted credits. */
export const sourceOf = (source: string): string => words[source] ?? source
