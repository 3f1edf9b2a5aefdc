import {
  createBrowserRouter,
  type LazyRouteFunction,
  Navigate,
  type RouteObject,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router'
import { RouteError } from '../base/RouteError.tsx'
import { collectionRoutes } from '../features/collections/routes.tsx'
import { conjurationRoutes } from '../features/conjurations/routes.tsx'
import { conversationRoutes } from '../features/conversations/routes.tsx'
import { graphRoutes } from '../features/graph/routes.tsx'
import { imageRoutes, mapGenerationRoutes, mapRoutes } from '../features/images/routes.tsx'
import { modelRoutes } from '../features/models/routes.tsx'
import { pastRoutes } from '../features/past/routes.tsx'
import { templateRoutes } from '../features/templates/routes.tsx'
import { toast } from '../ui/toast.ts'
import { aroundScreens } from './around-screens.tsx'
import { AdminOnly, AuditOnly, Gated, SignedIn } from './guards.tsx'

type Lazy = LazyRouteFunction<RouteObject>

const verifyEmail: Lazy = async () => ({ Component: (await import('../features/auth/VerifyEmail.tsx')).VerifyEmail })
const shell: Lazy = async () => ({ Component: (await import('./layout/Shell.tsx')).Shell })
const adminShell: Lazy = async () => ({ Component: (await import('./layout/AdminShell.tsx')).AdminShell })
const auditShell: Lazy = async () => ({ Component: (await import('./layout/AuditShell.tsx')).AuditShell })
const newCampaign: Lazy = async () => ({
  Component: (await import('../features/campaigns/NewCampaign.tsx')).NewCampaign,
})
const storyVault: Lazy = async () => ({
  Component: (await import('../features/story-vault/StoryVaultPage.tsx')).StoryVaultPage,
})
const storyVaultCallback: Lazy = async () => ({
  // The router renders a first page only once its loader has ended.
  loader: (await import('../base/story-vault-return.ts')).holdStoryVaultReturn,
  Component: (await import('../features/story-vault/StoryVaultCallback.tsx')).StoryVaultCallback,
})
const storyVaultSession: Lazy = async () => ({
  Component: (await import('../features/story-vault/TranscriptPage.tsx')).OneTranscript,
})
const editCampaign: Lazy = async () => ({
  Component: (await import('../features/campaigns/EditCampaign.tsx')).EditCampaign,
})
const general: Lazy = async () => ({ Component: (await import('../features/campaigns/general/General.tsx')).General })

const members: Lazy = async () => ({ Component: (await import('../features/campaigns/members/Members.tsx')).Members })
const files: Lazy = async () => ({ Component: (await import('../features/campaigns/files/Files.tsx')).Files })
const dangerZone: Lazy = async () => ({
  Component: (await import('../features/campaigns/danger/DangerZone.tsx')).DangerZone,
})
const importing: Lazy = async () => ({
  Component: (await import('../features/imports/ImportScreen.tsx')).ImportScreen,
})
const trash: Lazy = async () => ({ Component: (await import('../features/trash/Trash.tsx')).Trash })
const invitation: Lazy = async () => ({
  Component: (await import('../features/invitations/InvitePage.tsx')).InvitePage,
})

const accountSettings: Lazy = async () => ({
  Component: (await import('../features/account/AccountSettings.tsx')).AccountSettings,
})

/** Redirects before anything is rendered: the page may show the target's prerendered content. */
const to = (path: string, target: string): RouteObject => ({ path, loader: () => redirect(target) })

/** Loads a sign-in page, which is part of a separate bundle. */
const loadPage = (url: string): Promise<never> => {
  location.replace(url)
  // The promise stays pending, so that nothing is rendered until the page is loaded.
  return new Promise(() => {})
}

const ConjurationRedirect = () => <Navigate to={`/lore/view/${useParams().conjurationId}`} replace />

const AccountRedirect = () => {
  const [query] = useSearchParams()
  const search = query.toString()
  return <Navigate to={{ pathname: '/account-settings', search: search && `?${search}` }} replace />
}

const redirects: RouteObject[] = [
  to('/', '/collections'),
  { path: '/login', loader: () => loadPage('/auth/login') },
  to('/subscribed', '/account-settings'),
  to('/campaign', '/collections'),
  to('/conjurations', '/collections'),
  { path: '/conjurations/view/:conjurationId', element: <ConjurationRedirect /> },
  { path: '/account', element: <AccountRedirect /> },
  {
    path: '*',
    loader: ({ request }) => {
      toast.info('There is no such page.', { context: new URL(request.url).pathname })
      return redirect('/')
    },
  },
]

const open: RouteObject[] = [
  ...['/auth/login', '/auth/password-reset', '/auth/password-migration'].map((path) => ({
    path,
    loader: ({ request }: { request: Request }) => loadPage(request.url),
  })),
  { path: '/campaigns/invite/:inviteCode', lazy: invitation },
]

const campaign: RouteObject[] = [
  { path: '/campaigns/new', lazy: newCampaign },
  { path: '/campaigns/:campaignId/import', lazy: importing },
  {
    path: '/campaign/edit',
    lazy: editCampaign,
    children: [
      { index: true, element: <Navigate to="general" replace /> },
      { path: 'general', lazy: general },
      { path: 'files', lazy: files },
      { path: 'members', lazy: members },
      { path: 'trash', lazy: trash },
      { path: 'danger-zone', lazy: dangerZone },
    ],
  },
]

const later: RouteObject[] = [
  ...mapRoutes,
  { element: <Gated capability="battleMaps" />, children: mapGenerationRoutes },
  ...modelRoutes,
  { path: '/story-vault', lazy: storyVault },
  { path: '/story-vault/:id', lazy: storyVaultSession },
  { path: '/account-settings', lazy: accountSettings },
  { path: '/account-settings/integrations/storyvault', lazy: storyVaultCallback },
  { element: <Gated capability="conversations" />, children: conversationRoutes },
]

/**
 * Routes that are loaded on demand, by path prefix, since few users visit them. The prefix selects the parent route.
 */
const apart: Readonly<Record<string, () => Promise<RouteObject[]>>> = {
  '/admin': async () => {
    const { adminRoutes } = await import('../features/admin/routes.tsx')
    return [{ path: '/admin', lazy: adminShell, children: adminRoutes }]
  },
  '/audit': async () => {
    const { auditRoutes } = await import('../features/audit/routes.tsx')
    return [{ path: '/audit', lazy: auditShell, children: auditRoutes }]
  },
}

/** The complete route table of the specification. Screens are loaded when visited. */
export const createAppRouter = () =>
  createBrowserRouter(
    aroundScreens([
      ...redirects,
      ...open,
      {
        element: <SignedIn />,
        children: [
          {
            lazy: shell,
            // Inside the shell, so that navigation stays on screen.
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  ...campaign,
                  ...collectionRoutes,
                  ...imageRoutes,
                  ...conjurationRoutes,
                  ...graphRoutes,
                  ...pastRoutes,
                  ...templateRoutes,
                  ...later,
                ],
              },
            ],
          },
          { path: '/verify-email', lazy: verifyEmail },
          { id: '/admin', element: <AdminOnly />, children: [] },
          { id: '/audit', element: <AuditOnly />, children: [] },
        ],
      },
    ]),
    {
      async patchRoutesOnNavigation({ path, patch }) {
        const below = Object.keys(apart).find((start) => path === start || path.startsWith(`${start}/`))
        if (below !== undefined) patch(below, (await apart[below]?.()) ?? [])
      },
    },
  )
