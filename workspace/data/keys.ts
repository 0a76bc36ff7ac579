/** The names of everything that is cached. A screen asks by one; `touched-by.ts` says which an event makes stale. */
export const keys = {
  /** For everybody, whoever is signed in. */
  public: ['public'],
  me: ['me'],
  profile: ['profile'],
  directory: ['directory'],
  queues: ['queues'],
  tasks: ['tasks'],
  cases: ['cases'],
  caseViews: ['caseViews'],
  alerts: ['alerts'],
  mail: ['mail'],
  sessions: ['sessions'],
  calendars: ['calendars'],
  reports: ['reports'],
  dashboards: ['dashboards'],
  subscriptions: ['subscriptions'],
  presence: (caseId: string) => ['presence', caseId],
  case: (caseId: string) => ['case', caseId],
  of: (caseId: string, part: CasePart) => ['case', caseId, part],
} as const

/** A case, and the lists of work that say how it stands. */
export const standingKeys = (caseId: string) => [keys.case(caseId), keys.tasks, keys.queues] as const

/** What is cached of one case. */
export type CasePart =
  | 'detail'
  | 'state'
  | 'documents'
  | 'annotations'
  | 'search'
  | 'texts'
  | 'pageMap'
  | 'access'
  | 'issues'
  | 'tasks'
  | 'parties'
  | 'sessions'
  | 'transcripts'
  | 'workProducts'
  | 'remands'
  | 'findings'
  | 'decisions'
  | 'deliveries'
  | 'links'
  | 'priority'
  | 'custody'
  | 'sources'
  | 'history'
