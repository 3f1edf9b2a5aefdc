import { replace } from 'react-router'

/** Parameters with which Story Vault redirected the browser here: a token, or a cancellation by the user. */
export interface StoryVaultReturn {
  token: string
  state: string | undefined
  isCancelled: boolean
}

let latest: StoryVaultReturn | undefined

/** Removes the token from the URL before anything is rendered or requested, so that no referrer, history or sign-in link contains it. */
export const holdStoryVaultReturn = ({ request }: { request: Request }) => {
  const { pathname, searchParams } = new URL(request.url)
  if (![...searchParams.keys()].some((name) => ['k', 'cancelled', 'state'].includes(name))) return null
  const token = searchParams.get('k') ?? ''
  latest = {
    token,
    state: searchParams.get('state') ?? undefined,
    isCancelled: token === '' || ['', 'true', '1'].includes(searchParams.get('cancelled') ?? 'false'),
  }
  return replace(pathname)
}

/** Undefined if the page was opened or reloaded without a redirect from Story Vault. */
export const storyVaultReturn = (): StoryVaultReturn | undefined => latest
export const forgetStoryVaultReturn = (): void => {
  latest = undefined
}
