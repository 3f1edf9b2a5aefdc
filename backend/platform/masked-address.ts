/** Replaces a credential in text that people or logs read. */
export const hidden = '[hidden]'

/** Matches the password of an address that is quoted anywhere in a line. */
const passwordInLine = /([a-z][\w+.-]{1,20}:\/\/[^\s"':/?#@]{0,200}:)[^\s"]*?@(?=[^\s"@]*(?:[\s"]|$))/gi
/** Matches the user of an HTTP address without a password, which is a token. */
const tokenInLine = /(https?:\/\/)[^\s"':/?#@]{1,500}@/gi
const secretParameter = /key|token|secret|passw|sig|auth|code/i
const parameterInLine = /([?&][^\s"'=&#]*(?:key|token|secret|passw|sig|auth|code)[^\s"'=&#]*=)[^\s"'&#]+/gi

/** Masks passwords, tokens and secret parameters of every address that a text quotes. */
export const maskCredentials = (text: string): string => {
  const users = text.includes('@')
    ? text.replace(passwordInLine, `$1${hidden}@`).replace(tokenInLine, `$1${hidden}@`)
    : text
  return users.includes('://') ? users.replace(parameterInLine, `$1${hidden}`) : users
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lists the secrets of an address: its credentials as written and decoded, and values of secret parameters. Empty for other text. */
export const credentialsIn = (address: string | undefined): string[] => {
  if (address === undefined || !URL.canParse(address)) return []
  const { username, password, protocol, searchParams } = new URL(address)
  const parameters = [...searchParams].flatMap(([name, value]) => (secretParameter.test(name) ? [value] : []))
  const token = password === '' && protocol.startsWith('http') ? username : ''
  const basic = password && Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
  return [...new Set([password, decoded(password), token, basic, ...parameters])].filter((text) => text !== '')
}
