import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { resumeSession, session } from '../data/session.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { readSearch, writeSearch } from './address.ts'
import { Frame } from './frame.tsx'
import { homeOf } from './home.ts'
import { NotFound } from './not-found.tsx'
import { reachable } from './reachable.ts'
import { screens } from './screens.ts'
import {
  adminSearch,
  alertsSearch,
  caseSearch,
  casesSearch,
  isPageNumber,
  mailSearch,
  only,
  readerSearch,
  reportSearch,
  sessionsSearch,
  signInSearch,
  transcriptSearch,
  workSearch,
  writingSearch,
} from './search-params.ts'

/** Every address of the workspace. Screens are chunks of their own, loaded when first opened. */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  beforeLoad: async ({ location }) => {
    const { status } = await resumeSession()
    if (status === 'out') throw redirect({ to: '/sign-in', search: { next: location.publicHref } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  component: lazyRouteComponent(
    reachable(() => import('./sign-in.tsx')),
    'SignIn',
  ),
  validateSearch: only(signInSearch),
})

const join = createRoute({
  getParentRoute: () => root,
  path: 'join',
  component: lazyRouteComponent(
    reachable(() => import('./join.tsx')),
    'Join',
  ),
})

/** Also for guests without an account: the link is in the fragment. */
const room = createRoute({
  getParentRoute: () => root,
  path: 'room',
  component: lazyRouteComponent(
    reachable(() => import('../room/room.tsx')),
    'Room',
  ),
})

const welcome = createRoute({
  getParentRoute: () => frame,
  path: 'welcome',
  component: lazyRouteComponent(
    reachable(() => import('./welcome.tsx')),
    'Welcome',
  ),
})

const work = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(
    reachable(() => import('../work/work.tsx')),
    'Work',
  ),
  // A person without tasks starts on another screen.
  beforeLoad: () => {
    const current = session.get()
    const home = 'me' in current ? homeOf(current.me) : undefined
    if (home && home !== 'work') throw redirect({ to: screens[home].to, replace: true })
  },
  validateSearch: only(workSearch),
})

const cases = createRoute({
  getParentRoute: () => frame,
  path: 'cases',
  component: lazyRouteComponent(
    reachable(() => import('../cases/cases.tsx')),
    'Cases',
  ),
  validateSearch: only(casesSearch),
})

const mail = createRoute({
  getParentRoute: () => frame,
  path: 'mail',
  component: lazyRouteComponent(
    reachable(() => import('../mail/mail.tsx')),
    'Mail',
  ),
  validateSearch: only(mailSearch),
})

const sessions = createRoute({
  getParentRoute: () => frame,
  path: 'sessions',
  component: lazyRouteComponent(
    reachable(() => import('../sessions/sessions.tsx')),
    'Sessions',
  ),
  validateSearch: only(sessionsSearch),
})
const oneSession = createRoute({
  getParentRoute: () => frame,
  path: 'sessions/$sessionId',
  component: lazyRouteComponent(
    reachable(() => import('../sessions/session-page.tsx')),
    'SessionPage',
  ),
})

/** One screen for all reports, so that the list beside them stays. */
const reports = createRoute({
  getParentRoute: () => frame,
  path: 'reports',
  component: lazyRouteComponent(
    reachable(() => import('../reports/reports.tsx')),
    'Reports',
  ),
  validateSearch: only(reportSearch),
})
const oneReport = createRoute({ getParentRoute: () => reports, path: '$id' })

/** One screen for all parts, so that a change in one is there in the others. */
const admin = createRoute({
  getParentRoute: () => frame,
  path: 'admin',
  component: lazyRouteComponent(
    reachable(() => import('../admin/admin.tsx')),
    'Admin',
  ),
  validateSearch: only(adminSearch),
})
const adminPart = createRoute({ getParentRoute: () => admin, path: '$part' })

const alerts = createRoute({
  getParentRoute: () => frame,
  path: 'alerts',
  component: lazyRouteComponent(
    reachable(() => import('../alerts/inbox.tsx')),
    'Inbox',
  ),
  validateSearch: only(alertsSearch),
})
const alertSettings = createRoute({
  getParentRoute: () => frame,
  path: 'alerts/settings',
  component: lazyRouteComponent(
    reachable(() => import('../alerts/own-settings.tsx')),
    'OwnSettings',
  ),
})

const transcript = createRoute({
  getParentRoute: () => frame,
  path: 'cases/$caseId/sessions/$sessionId/transcript',
  component: lazyRouteComponent(
    reachable(() => import('../sessions/transcript.tsx')),
    'TranscriptScreen',
  ),
  validateSearch: only(transcriptSearch),
})

const writing = createRoute({
  getParentRoute: () => frame,
  path: 'cases/$caseId/write/$workProductId',
  component: lazyRouteComponent(() => import('../writing/writing.tsx'), 'Writing'),
  validateSearch: only(writingSearch),
})

const casePage = createRoute({
  getParentRoute: () => frame,
  path: 'cases/$caseId',
  component: lazyRouteComponent(
    reachable(() => import('../cases/case-page.tsx')),
    'CasePage',
  ),
  validateSearch: only(caseSearch),
})

/** One screen for all addresses in a file, so that it stays from page to page. */
const reader = createRoute({
  getParentRoute: () => frame,
  path: 'cases/$caseId/read',
  component: lazyRouteComponent(
    reachable(() => import('../reading/reader.tsx')),
    'Reader',
  ),
  validateSearch: only(readerSearch),
})
const readerParts = [
  createRoute({ getParentRoute: () => reader, path: '/' }),
  createRoute({ getParentRoute: () => reader, path: 'documents/$documentId' }),
  createRoute({
    getParentRoute: () => reader,
    path: 'pages/$page',
    beforeLoad({ params: { caseId, page } }) {
      if (!isPageNumber(page))
        throw redirect({ to: '/cases/$caseId/read', params: { caseId }, search: true, replace: true })
    },
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    join,
    room,
    frame.addChildren([
      welcome,
      work,
      cases,
      sessions,
      oneSession,
      mail,
      reports.addChildren([oneReport]),
      admin.addChildren([adminPart]),
      alerts,
      alertSettings,
      casePage,
      transcript,
      writing,
      reader.addChildren(readerParts),
    ]),
  ]),
  basepath: '/workspace',
  defaultPreload: 'intent',
  defaultPendingComponent: Skeleton,
  defaultErrorComponent: ({ error, reset }) => (
    <Failure
      error={error}
      retry={() => {
        reset()
        void router.invalidate()
      }}
    />
  ),
  scrollRestoration: false,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
})

session.subscribe(() => {
  if (session.get().status === 'out') void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
