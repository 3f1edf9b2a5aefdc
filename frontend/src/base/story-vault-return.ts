import { replace } from 'react-router'

/** How Story Vault sent the browser back: with a token, or because its user declined. */
export interface StoryVaultReturn {
  token: string
  state: string | undefined
  isCancelled: boolean
}

let latest: StoryVaultReturn | undefined

/** Takes the token out of the address before anything is rendered or requested, so that no referrer, history or sign-in link contains it. */
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

/** Undefined where the page was opened or reloaded without a return. */
export const storyVaultReturn = (): StoryVaultReturn | undefined => latest
export const forgetStoryVaultReturn = (): void => {
  latest = undefined
}
