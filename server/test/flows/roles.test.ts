import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Action, actionNames, actions } from '@portico/contract/actions'
import type { OpenedCase } from '@portico/contract/intake'
import type { Route } from '@portico/contract/route'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import { type RouteName, routes } from '@portico/contract/table'
import type { Upload } from '@portico/contract/uploads'
import { roles as profileRoles } from '../../profile/default/people.ts'
import { requestBy } from '../case-desk.ts'
import { smallest } from '../smallest.ts'
import { type Http, startWorld, type World } from '../world.ts'

const roles = profileRoles.map(({ name }) => name)
const list = (words: string) => words.split(' ').filter(Boolean)

/** Those who work on cases. */
const staff =
  `drafter adjudicator caseSupport intake mailClerk scheduler sessionCoordinator dispatch qualityReviewer
  privacyOfficer integration`.replaceAll(/\s+/g, ' ')
const deciders = 'drafter adjudicator'
const curators = 'caseSupport intake integration'

/** Who may do what, written down: administrators may do all of it. Representatives, to the cases that they represent. */
const may: Record<Action, string> = {
  readCases: `${staff} representative`,
  listCases: 'reporting integrationDocumentsIn integrationStatusOut',
  readState: `${staff} representative reporting integrationDocumentsIn integrationStatusOut`,
  markRead: `${staff} representative`,
  exportCase: `${deciders} integration caseSupport dispatch qualityReviewer privacyOfficer representative`,
  tag: `${deciders} integration caseSupport intake mailClerk qualityReviewer privacyOfficer`,
  annotate: `${deciders} caseSupport qualityReviewer`,
  removeAnyAnnotation: '',
  readAccessLog: 'privacyOfficer',
  arrange: `${deciders} integration caseSupport intake`,
  fileDocuments: `${curators} mailClerk integrationDocumentsIn`,
  curateDocuments: curators,
  correctCases: curators,
  readDeliberations: `${deciders} caseSupport qualityReviewer privacyOfficer`,
  editIssues: `${deciders} integration caseSupport intake`,
  decideIssues: deciders,
  citeEvidence: deciders,
  keepParties: `${curators} mailClerk scheduler`,
  grantAccess: 'caseSupport intake privacyOfficer',
  linkCases: curators,
  advanceCases: 'adjudicator caseSupport',
  readTasks: `${staff} reporting`,
  workTasks: staff,
  docket: curators,
  docketAnyway: 'adjudicator',
  manageSessions: 'caseSupport scheduler sessionCoordinator integration',
  routeMail: `${curators} mailClerk integrationDocumentsIn`,
  recordDeliveries: 'caseSupport dispatch integration',
  reportEffectuation: 'caseSupport dispatch integration',
  draft: deciders,
  commentOnDrafts: `${deciders} caseSupport qualityReviewer`,
  reviewDrafts: 'adjudicator',
  signDecisions: 'adjudicator',
  releaseDecisions: 'adjudicator qualityReviewer',
  recallDecisions: 'adjudicator',
  setSensitivity: 'privacyOfficer',
  holdCases: 'privacyOfficer',
  purgeCases: 'privacyOfficer',
  purgeByOrder: '',
  readRanking: 'adjudicator caseSupport reporting integration',
  askForCases: 'adjudicator',
  distributeCases: 'caseSupport',
  readTombstones: 'privacyOfficer',
  readEvents: 'reporting integration integrationStatusOut',
  openCases: `${curators} integrationDocumentsIn`,
  importCases: 'operator integration',
  operate: 'operator',
  changeProfile: '',
  administer: '',
}

type Row = {
  /** One of these is enough. */
  by: Action | readonly Action[]
  /** What those who may are answered; things that a path names beside the case and its document are not there. */
  status: number
  body?: unknown
}

const bytes = new TextEncoder().encode('A version by somebody.')
const parts = [
  { name: 'a', pageCount: 1 },
  { name: 'b', pageCount: 1 },
]

/** Every route that asks who calls. Where the same is asked by several roles, the answer is the same for each. */
const table: Partial<Record<RouteName, Row>> = {
  listAppeals: { by: 'readCases', status: 200 },
  getAppeal: { by: 'readCases', status: 200 },
  search: { by: 'readCases', status: 200 },
  arrangeDocuments: { by: 'arrange', status: 400 },
  getFile: { by: 'exportCase', status: 200 },
  listDocuments: { by: 'readCases', status: 200 },
  getDocument: { by: 'readCases', status: 200 },
  getContent: { by: 'readCases', status: 200 },
  addTag: { by: 'tag', status: 201 },
  removeTag: { by: 'tag', status: 204 },
  createAnnotation: { by: 'annotate', status: 201 },
  removeAnnotation: { by: 'readCases', status: 204 },
  setReadState: { by: 'markRead', status: 200 },

  listCases: { by: ['readCases', 'listCases'], status: 200 },
  getCase: { by: 'readCases', status: 200 },
  correctCase: { by: 'correctCases', status: 400 },
  getCaseState: { by: 'readState', status: 200 },
  searchCase: { by: 'readCases', status: 200 },
  getPageText: { by: 'readCases', status: 200 },
  listCaseEvents: { by: 'readCases', status: 200 },
  getPageMap: { by: 'readCases', status: 200 },
  listAccess: { by: 'readAccessLog', status: 200 },
  listEvents: { by: 'readEvents', status: 200 },
  explainCase: { by: 'readTasks', status: 200 },
  listLinks: { by: 'readCases', status: 200 },
  linkCase: { by: 'linkCases', status: 400 },
  grantScopedAccess: { by: 'exportCase', status: 201 },

  openCase: { by: 'openCases', status: 201 },
  listCaseDocuments: { by: 'readCases', status: 200 },
  fileDocument: { by: 'fileDocuments', status: 400 },
  getCaseDocument: { by: 'readCases', status: 200 },
  // Before the first revision: an earlier version is for those who curate.
  getVersionContent: { by: 'readCases', status: 200 },
  reviseDocument: { by: 'curateDocuments', status: 200, body: bytes },
  reviseAppealDocument: { by: 'curateDocuments', status: 200, body: bytes },
  getOriginal: { by: 'exportCase', status: 200 },
  proposeDivision: { by: 'readCases', status: 200 },
  divideDocument: { by: 'curateDocuments', status: 422, body: { parts } },
  editDocument: { by: 'curateDocuments', status: 200, body: { description: 'A letter.' } },
  setDocumentStatus: { by: 'curateDocuments', status: 200, body: { status: 'current', why: 'It is.' } },
  setDocumentLinked: { by: 'curateDocuments', status: 422 },
  beginUpload: { by: ['openCases', 'fileDocuments', 'importCases'], status: 201 },

  listParties: { by: 'readCases', status: 200 },
  getParty: { by: 'readCases', status: 404 },
  writeParty: { by: 'keepParties', status: 400 },
  removeParty: { by: 'keepParties', status: 204 },
  listPartyHistory: { by: 'readCases', status: 404 },
  setRepresentation: { by: 'keepParties', status: 404 },
  revokeRepresentation: { by: 'keepParties', status: 404 },
  mergeParty: { by: 'keepParties', status: 404 },
  listAccessGrants: { by: 'grantAccess', status: 200 },
  grantAccess: { by: 'grantAccess', status: 400 },
  withdrawAccess: { by: 'grantAccess', status: 404 },

  getPriority: { by: 'readState', status: 200 },
  ruleOnMotion: { by: 'advanceCases', status: 400 },
  docketCase: { by: 'docket', status: 409 },
  refuseDocketing: { by: 'docket', status: 409 },
  listTasks: { by: 'readTasks', status: 200 },
  getTask: { by: 'readTasks', status: 404 },
  openTask: { by: 'workTasks', status: 404 },
  assignTask: { by: 'workTasks', status: 404 },
  startTask: { by: 'workTasks', status: 404 },
  holdTask: { by: 'workTasks', status: 404 },
  resumeTask: { by: 'workTasks', status: 404 },
  completeTask: { by: 'workTasks', status: 404 },
  cancelTask: { by: 'workTasks', status: 404 },
  instructTask: { by: 'workTasks', status: 404 },
  routeMail: { by: 'routeMail', status: 201, body: { mailType: 'statusInquiry' } },
  checkDocket: { by: ['operate', 'administer'], status: 200 },
  listSessions: { by: 'readState', status: 200 },
  requestSession: { by: 'manageSessions', status: 201 },
  placeSession: { by: 'manageSessions', status: 404 },
  endSession: { by: 'manageSessions', status: 404 },

  findTasks: { by: 'readTasks', status: 200 },
  listQueues: { by: 'readTasks', status: 200 },
  saveQueue: { by: 'workTasks', status: 201 },
  getQueue: { by: 'readTasks', status: 404 },
  changeQueue: { by: 'workTasks', status: 404 },
  removeQueue: { by: 'workTasks', status: 404 },
  listQueueTasks: { by: 'readTasks', status: 404 },
  takeNextTask: { by: 'workTasks', status: 404 },
  startReassignment: { by: 'workTasks', status: 400 },
  getReassignment: { by: 'readTasks', status: 404 },
  listRanking: { by: 'readRanking', status: 200 },
  askForCases: { by: 'distributeCases', status: 422, body: { memberId: 'mem_none' } },
  listRuns: { by: 'readRanking', status: 200 },
  getRun: { by: 'readRanking', status: 404 },
  simulateLevers: { by: 'distributeCases', status: 200 },

  listIssues: { by: 'readCases', status: 200 },
  addIssue: { by: 'editIssues', status: 201 },
  orderIssues: { by: 'editIssues', status: 400 },
  getIssue: { by: 'readCases', status: 404 },
  editIssue: { by: 'editIssues', status: 404, body: { scope: 'The left knee' } },
  decideIssue: { by: 'decideIssues', status: 404 },
  undecideIssue: { by: 'decideIssues', status: 404 },
  splitIssue: { by: 'editIssues', status: 404 },
  mergeIssues: { by: 'editIssues', status: 404 },
  removeIssue: { by: 'editIssues', status: 404 },
  restoreIssue: { by: 'editIssues', status: 404 },
  listEvidence: { by: 'readDeliberations', status: 404 },
  citeEvidence: { by: 'citeEvidence', status: 422 },
  removeCitation: { by: 'citeEvidence', status: 404 },
  listPageCitations: { by: 'readDeliberations', status: 200 },
  checkAnchors: { by: 'readDeliberations', status: 200 },

  listWorkProducts: { by: 'readDeliberations', status: 200 },
  draftWorkProduct: { by: 'draft', status: 422 },
  getWorkProduct: { by: 'readDeliberations', status: 404 },
  saveWorkProduct: { by: 'draft', status: 404 },
  listWorkProductVersions: { by: 'readDeliberations', status: 404 },
  getWorkProductVersion: { by: 'readDeliberations', status: 404 },
  listComments: { by: 'readDeliberations', status: 404 },
  addComment: { by: 'commentOnDrafts', status: 404 },
  setCommentResolved: { by: 'commentOnDrafts', status: 404 },
  submitWorkProduct: { by: 'draft', status: 404 },
  returnWorkProduct: { by: 'reviewDrafts', status: 404 },
  discardWorkProduct: { by: 'draft', status: 404 },
  getBlockers: { by: 'readDeliberations', status: 404 },
  previewWorkProduct: { by: 'readDeliberations', status: 404 },
  signWorkProduct: { by: 'signDecisions', status: 404 },
  releaseWorkProduct: { by: 'releaseDecisions', status: 404 },
  recallWorkProduct: { by: 'recallDecisions', status: 404 },
  getDecisionPackage: { by: 'readCases', status: 404 },
  getDecisionFile: { by: 'readCases', status: 404 },
  listDeliveries: { by: 'readTasks', status: 200 },
  receiptDelivery: { by: 'recordDeliveries', status: 404 },
  failDelivery: { by: 'recordDeliveries', status: 404 },
  reportEffectuation: { by: 'reportEffectuation', status: 422, body: { result: 'completed' } },

  setSensitivity: { by: 'setSensitivity', status: 200, body: { level: 3, why: 'It is already.' } },
  listLegalHolds: { by: 'holdCases', status: 200 },
  placeLegalHold: { by: 'holdCases', status: 201 },
  liftLegalHold: { by: 'holdCases', status: 404 },
  listDueCases: { by: 'purgeCases', status: 200 },
  purgeCase: { by: 'purgeCases', status: 422 },
  getTombstone: { by: 'readTombstones', status: 404 },
  listTombstones: { by: 'readTombstones', status: 200 },

  startImport: { by: 'importCases', status: 202, body: new TextEncoder().encode('no manifest') },
  listImports: { by: 'importCases', status: 200 },
  getImport: { by: 'importCases', status: 404 },
  listImportErrors: { by: 'importCases', status: 404 },
  setImportStatus: { by: 'importCases', status: 404 },

  listDirectory: { by: ['workTasks', 'distributeCases', 'grantAccess', 'administer'], status: 200 },
  listMembers: { by: 'administer', status: 200 },
  getMember: { by: 'administer', status: 404 },
  changeMember: { by: 'administer', status: 404, body: { teams: [] } },
  deactivateMember: { by: 'administer', status: 404 },
  reactivateMember: { by: 'administer', status: 404 },
  listMemberChanges: { by: 'administer', status: 404 },
  inviteAgain: { by: 'administer', status: 404 },
  listTeams: { by: 'administer', status: 200 },
  listInvitations: { by: 'administer', status: 200 },
  inviteMember: { by: 'administer', status: 400, body: { email: 'x@example.org', roles: ['king'] } },
  withdrawInvitation: { by: 'administer', status: 404 },

  saveProfile: { by: 'changeProfile', status: 400 },
  tryProfile: { by: 'changeProfile', status: 200 },
  listProfileVersions: { by: 'changeProfile', status: 200 },
  getProfileVersion: { by: 'changeProfile', status: 200 },
  getProfileChanges: { by: 'changeProfile', status: 200 },
  restoreProfile: { by: 'changeProfile', status: 200 },
}

/** For whoever is signed in; an upload is its owner's alone. */
const ofNoRole: RouteName[] = [
  'signOut',
  'getMe',
  'getProfile',
  'getUpload',
  'continueUpload',
  'removeUpload',
]

const publicUrl = 'https://portico.example.org/board'
const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const unseen = 'There is no case with this id.'
const notAllowed = 'Your roles do not allow this.'

type CallerKind = { role: string; sees: 'everything' | 'theirOwn' | 'nothing'; http: Http }

describe('every route, asked by every role in a deployment', () => {
  let world: World
  let caseId: string
  let documentId: string
  const callers = new Map<string, CallerKind>()

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_BASE_URL: publicUrl })
    const { identity, portico } = world.service
    const form = new FormData()
    form.set('case', JSON.stringify(newCase))
    form.set('file', new Blob(['The first version.']), 'first.txt')
    const { case: made, documents } = (await world.admin('POST', '/cases', { body: form })).json as OpenedCase
    caseId = made.id
    documentId = documents[0]?.id ?? ''
    const prepared = [
      await ask(world.admin, 'setSensitivity'),
      await ask(world.admin, 'addTag'),
      await ask(world.admin, 'docketCase'),
      await ask(world.admin, 'draftWorkProduct'),
    ]
    for (const { status, text } of prepared) assert.ok(status < 300, text)

    for (const role of roles) {
      const sees = ['representative', 'operator'].includes(role) ? 'nothing' : 'everything'
      callers.set(role, { role, sees, http: await world.member(`a-${role.toLowerCase()}`, [role]) })
    }
    const lawyer = await world.member('their-lawyer', ['representative'])
    callers.set('representative of the case', { role: 'representative', sees: 'theirOwn', http: lawyer })
    const newcomer = await world.member('not-cleared', ['administrator'])
    callers.set('administrator without clearance', { role: 'administrator', sees: 'nothing', http: newcomer })

    const memberOf = async (name: string) => (await identity.members.find(name))?.id ?? ''
    await identity.members.change(await memberOf('not-cleared'), { clearance: 0 })
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const request = () => requestBy(undefined, new Date())
    await portico.parties.write(request(), caseId, 'party_claimant', { role: 'appellant', person })
    await portico.parties.write(request(), caseId, 'party_lawyer', { role: 'attorney', person })
    await portico.parties.represent(request(), caseId, 'party_claimant', {
      representativeId: 'party_lawyer',
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId },
    })
    const memberId = await memberOf('their-lawyer')
    await portico.accessGrants.grant(request(), caseId, { memberId, partyId: 'party_claimant' })
  })
  after(() => world.close())

  const isAboutCase = ({ path }: Route) => /^\/(cases|appeals)\/\{id\}/.test(path)

  function pathOf(route: Route): string {
    const known: Record<string, string> = { docId: documentId, version: '1', page: '1', number: '1' }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'id' && isAboutCase(route) ? caseId : (known[name] ?? `${name}_none`),
    )
    const query = Object.entries((route.query ? smallest(route.query) : {}) as Record<string, unknown>)
    const given = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
    return given ? `${path}?${given}` : path
  }

  function ask(http: Http, name: RouteName) {
    const route: Route = routes[name]
    const body = table[name]?.body ?? (route.body && smallest(route.body))
    return http(route.method, pathOf(route), body === undefined ? {} : { body })
  }

  /** What one caller is answered: the status, and where they are turned away the sentence. */
  function expected({ by, status }: Row, route: Route, { role, sees }: CallerKind): string {
    const allowed = [by].flat().some((action) => role === 'administrator' || list(may[action]).includes(role))
    if (isAboutCase(route) && !isOfTombstone(route) && sees === 'nothing') return `404 ${unseen}`
    return allowed ? `${status}` : `403 ${notAllowed}`
  }

  /** The tombstone outlives the case, and so does the right to read it. */
  const isOfTombstone = ({ path }: Route) => path.endsWith('/tombstone')

  async function answered(http: Http, name: RouteName): Promise<string> {
    const { status, json } = await ask(http, name)
    const { error } = (status >= 400 ? json : {}) as { error?: string }
    return error === unseen || error === notAllowed ? `${status} ${error}` : `${status}`
  }

  for (const [name, row] of Object.entries(table) as [RouteName, Row][]) {
    it(name, async () => {
      const asked = [...callers].map(async ([who, { http }]) => [who, await answered(http, name)])
      const answers = Object.fromEntries(await Promise.all(asked))
      const expectedAnswers = Object.fromEntries(
        [...callers].map(([who, caller]) => [who, expected(row, routes[name], caller)]),
      )
      assert.deepEqual(answers, expectedAnswers)
      assert.equal((await ask(world.anonymous, name)).status, 401)
    })
  }

  it('no route is left out here', () => {
    const asked = Object.entries(routes as Record<string, Route>).filter(([, route]) => !route.public)
    assert.deepEqual([...Object.keys(table), ...ofNoRole].sort(), asked.map(([name]) => name).sort())
  })

  it('no action is left out here, and each is had by those who are written down', () => {
    const inProfile = Object.fromEntries(
      actionNames.map((action) => [
        action,
        profileRoles.filter((role) => role.may.includes(action)).map(({ name }) => name),
      ]),
    )
    const written = Object.entries(may).map(([action, words]) => [
      action,
      roles.filter((role) => list(words).includes(role)),
    ])
    assert.deepEqual(Object.fromEntries(written), inProfile)
    assert.deepEqual(Object.keys(may).sort(), Object.keys(actions).sort())
  })

  it('the profile in force is for everyone who is signed in', async () => {
    for (const [who, { http }] of callers) assert.equal((await http('GET', '/profile')).status, 200, who)
    assert.equal((await world.anonymous('GET', '/profile')).status, 401)
  })

  it('an adjudicator asks for cases of their own, and nobody without the role is given any', async () => {
    const { http } = callers.get('adjudicator') as CallerKind
    assert.equal((await http('POST', '/distribution/runs', { body: {} })).status, 201)
    const drafter = callers.get('drafter') as CallerKind
    assert.equal((await drafter.http('POST', '/distribution/runs', { body: {} })).status, 403)
  })

  it('an upload is there for nobody but its owner', async () => {
    const owner = (callers.get('intake') as CallerKind).http
    const { upload } = (await owner('POST', '/uploads', { body: { bytes: 5 } })).json as { upload: Upload }
    const path = `/uploads/${upload.id}`
    for (const [who, { http }] of callers) {
      if (who === 'intake') continue
      for (const [method, at] of [
        ['GET', path],
        ['PATCH', `${path}?offset=0`],
        ['DELETE', path],
      ] as const) {
        const reply = await http(method, at, method === 'PATCH' ? { body: bytes } : {})
        assert.equal(reply.status, 404, `${who} ${method}`)
      }
    }
    assert.equal((await owner('GET', path)).status, 200)
    assert.equal((await owner('DELETE', path)).status, 204)
  })

  it('a signed URL needs no role, and begins with the address that people know', async () => {
    const { json } = await ask((callers.get('drafter') as CallerKind).http, 'grantScopedAccess')
    const [file] = (json as ScopedAccess).access.files
    assert.ok(file?.url.startsWith(`${publicUrl}/scoped-bytes/`), file?.url)
    const { status } = await world.anonymous('GET', file?.url.slice(publicUrl.length) ?? '')
    assert.equal(status, 200)
  })

  it('whoever signs out is out', async () => {
    const leaver = await world.member('leaver', ['drafter'])
    assert.equal((await leaver('POST', '/auth/sign-out')).status, 204)
    assert.equal((await leaver('GET', '/cases')).status, 401)
  })
})
