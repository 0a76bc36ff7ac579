export const roles = [
  'drafter',
  'adjudicator',
  'caseSupport',
  'intake',
  'mailClerk',
  'scheduler',
  'sessionCoordinator',
  'dispatch',
  'qualityReviewer',
  'privacyOfficer',
  'representative',
  'reporting',
  'operator',
  'administrator',
  'integration',
] as const
export type Role = (typeof roles)[number]

export type Mode = 'sandbox' | 'deployment'

/** Who asks, as every request learns it anew. */
export type Caller = {
  id: string
  username: string
  displayName: string
  roles: readonly Role[]
  teams: readonly string[]
  sessionId: string
  expiresAt: Date
}

/** What a rule about one case may look at. */
export type CaseFacts = { id: string; representativeIds?: readonly string[] }

export type Subject = { case?: CaseFacts }

const readers: readonly Role[] = roles.filter((role) => role !== 'reporting' && role !== 'operator')
const seesEveryCase: readonly Role[] = roles.filter(
  (role) => role !== 'representative' && role !== 'operator',
)

/** Which roles may do what, beside administrators, who may do all of it. */
const table = {
  readCases: readers,
  readState: [...readers, 'reporting'],
  readEvents: ['reporting', 'integration'],
  markRead: readers,
  exportCase: [
    'drafter',
    'adjudicator',
    'caseSupport',
    'dispatch',
    'qualityReviewer',
    'privacyOfficer',
    'representative',
    'integration',
  ],
  tag: [
    'drafter',
    'adjudicator',
    'caseSupport',
    'intake',
    'mailClerk',
    'qualityReviewer',
    'privacyOfficer',
    'integration',
  ],
  annotate: ['drafter', 'adjudicator', 'caseSupport', 'qualityReviewer', 'integration'],
  removeAnyAnnotation: [],
  readAccessLog: ['privacyOfficer'],
  arrange: ['drafter', 'adjudicator', 'caseSupport', 'intake', 'integration'],
  openCases: ['caseSupport', 'intake', 'integration'],
  fileDocuments: ['caseSupport', 'intake', 'mailClerk', 'integration'],
  /** Revise, divide, hold, remove, admit, link: what changes what the file says. */
  curateDocuments: ['caseSupport', 'intake', 'integration'],
  importCases: ['operator', 'integration'],
  operate: ['operator'],
  administer: [],
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof table
export const actions = Object.keys(table) as Action[]

const aboutOneCase: readonly Action[] = [
  'readCases',
  'readState',
  'markRead',
  'exportCase',
  'tag',
  'annotate',
  'removeAnyAnnotation',
  'readAccessLog',
  'arrange',
  'fileDocuments',
  'curateDocuments',
]
const openInSandbox: readonly Action[] = ['readCases', 'readState', 'markRead', 'exportCase']

type Asking = Pick<Caller, 'id' | 'roles'>

/**
 * Who may do what. In a sandbox everyone who is signed in reads everything. In a deployment a caller acts only on
 * cases that `mayRead` shows them; without the facts of a case a representative may do nothing to it.
 */
export function openPermissions({
  mode,
  mayRead = mode === 'sandbox' ? () => true : byRoleAndRepresentation,
}: {
  mode: Mode
  mayRead?: (caller: Asking, facts: CaseFacts | undefined) => boolean
}) {
  function can(caller: Asking, action: Action, subject: Subject = {}): boolean {
    if (aboutOneCase.includes(action) && !mayRead(caller, subject.case)) return false
    if (mode === 'sandbox' && openInSandbox.includes(action)) return true
    const allowed: readonly Role[] = table[action]
    return caller.roles.some((role) => role === 'administrator' || allowed.includes(role))
  }

  return {
    can,
    mayRead,
    actionsFor: (caller: Asking, subject: Subject = {}): Action[] =>
      actions.filter((action) => can(caller, action, subject)),
  }
}

export type Permissions = ReturnType<typeof openPermissions>

function byRoleAndRepresentation(caller: Asking, facts: CaseFacts | undefined): boolean {
  if (caller.roles.some((role) => seesEveryCase.includes(role))) return true
  return caller.roles.includes('representative') && (facts?.representativeIds?.includes(caller.id) ?? false)
}
