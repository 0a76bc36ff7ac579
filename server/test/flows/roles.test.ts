import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Access, AccessPage } from '@portico/contract/access-log'
import { type Action, actionNames, actions } from '@portico/contract/actions'
import { reads } from '@portico/contract/audience'
import type { OpenedCase } from '@portico/contract/intake'
import { type ErrorStatus, isAboutCase, neededFor, type Route, traceLeftBy } from '@portico/contract/route'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import { type RouteName, routes } from '@portico/contract/table'
import type { Upload } from '@portico/contract/uploads'
import { roles as profileRoles } from '../../profile/default/people.ts'
import { requestBy } from '../case-desk.ts'
import { conforms } from '../conforms.ts'
import { smallest } from '../smallest.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

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
  reopenCases: 'adjudicator caseSupport',
  advanceCases: 'adjudicator caseSupport',
  readTasks: `${staff} reporting`,
  workTasks: staff,
  docket: curators,
  docketAnyway: 'adjudicator',
  manageSessions: 'caseSupport scheduler sessionCoordinator integration',
  certifyTranscripts: 'caseSupport sessionCoordinator',
  routeMail: `${curators} mailClerk integrationDocumentsIn`,
  writeLetters: 'caseSupport intake mailClerk dispatch integration',
  trackRemands: 'caseSupport integration',
  recordDeliveries: 'caseSupport dispatch integration',
  reportEffectuation: 'caseSupport dispatch integration',
  draft: deciders,
  commentOnDrafts: `${deciders} caseSupport qualityReviewer`,
  reviewDrafts: 'adjudicator',
  signDecisions: 'adjudicator',
  signForOthers: '',
  releaseDecisions: 'adjudicator qualityReviewer',
  recallDecisions: 'adjudicator',
  setSensitivity: 'privacyOfficer',
  holdCases: 'privacyOfficer',
  purgeCases: 'privacyOfficer',
  purgeByOrder: '',
  readRanking: 'adjudicator caseSupport reporting integration',
  askForCases: 'adjudicator',
  distributeCases: 'caseSupport',
  keepCalendars: 'caseSupport scheduler sessionCoordinator integration',
  workMail: 'caseSupport intake mailClerk',
  readTombstones: 'privacyOfficer',
  readEvents: 'reporting integration integrationStatusOut',
  readReports: 'reporting operator integration caseSupport qualityReviewer adjudicator',
  openCases: `${curators} integrationDocumentsIn`,
  importCases: 'operator integration',
  operate: 'operator',
  changeProfile: '',
  administer: '',
}

const bytes = new TextEncoder().encode('A version by somebody.')
const parts = [
  { name: 'a', pageCount: 1 },
  { name: 'b', pageCount: 1 },
]

/** What is sent where the smallest body that the schema takes would not do. */
const bodies: Partial<Record<RouteName, unknown>> = {
  previewEnding: { cancelTask: { taskId: 'task_none' } },
  correctLine: { text: 'So.' },
  reviseDocument: bytes,
  reviseAppealDocument: bytes,
  divideDocument: { parts },
  editDocument: { description: 'A letter.' },
  setDocumentStatus: { status: 'current', why: 'It is.' },
  routeMail: { mailType: 'statusInquiry' },
  askForCases: { memberId: 'mem_none' },
  editIssue: { scope: 'The left knee' },
  findCandidates: { organization: 'Legion' },
  reportEffectuation: { result: 'completed' },
  setSensitivity: { level: 3, why: 'It is already.' },
  startImport: new TextEncoder().encode('no manifest'),
  changeMember: { teams: [] },
  inviteMember: { email: 'x@example.org', roles: ['king'] },
}

/** Traces, whatever the rows say. */
const writtenTraces: Partial<Record<RouteName, string>> = {
  getCase: 'view case',
  getAppeal: 'view case',
  listParties: 'view case',
  listTasks: 'view case',
  listIssues: 'view case',
  listCaseEvents: 'view case',
  getDocument: 'view document',
  getPageText: 'view document',
  getContent: 'download document',
  getVersionContent: 'download document',
  getOriginal: 'download document',
  getFile: 'download caseFile',
  grantScopedAccess: 'download scopedAccess',
  search: 'search pages',
  searchCase: 'search pages',
  listWorkProducts: 'view workProduct',
  listAccess: 'view accessLog',
}

/** What these need as they are asked here: their rows leave it to the request. */
const asAsked: Partial<Record<RouteName, Action | Action[]>> = {
  redriveDelivery: ['recordDeliveries', 'operate', 'administer'],
  dropDelivery: ['recordDeliveries', 'operate', 'administer'],
  askForCases: 'distributeCases',
  purgeCase: 'purgeCases',
  previewEnding: 'workTasks',
  getDecisionPackage: 'readCases',
  getOriginal: ['readCases', 'exportCase'],
  changeText: 'draft',
  bePresent: 'readCases',
}

/** What is needed beyond that for what is asked here: a document that is no sound. */
const neededToo: Partial<Record<RouteName, Action>> = { getOriginal: 'exportCase' }

/** Who is answered with what, whatever the rows say: so that a wrong row is noticed. */
const written: Partial<Record<RouteName, { by: string; status: number }>> = {
  listDocuments: { by: `${staff} representative`, status: 200 },
  getFile: {
    by: `${deciders} integration caseSupport dispatch qualityReviewer privacyOfficer representative`,
    status: 200,
  },
  addTag: {
    by: `${deciders} integration caseSupport intake mailClerk qualityReviewer privacyOfficer`,
    status: 201,
  },
  listAccess: { by: 'privacyOfficer', status: 200 },
  listEvents: { by: 'reporting integration integrationStatusOut', status: 200 },
  listTasks: { by: `${staff} reporting`, status: 200 },
  grantScopedAccess: {
    by: `${deciders} integration caseSupport dispatch qualityReviewer privacyOfficer representative`,
    status: 201,
  },
  grantAccess: { by: 'caseSupport intake privacyOfficer', status: 400 },
  listWorkProducts: { by: `${deciders} caseSupport qualityReviewer privacyOfficer`, status: 200 },
  decideIssue: { by: deciders, status: 404 },
  signWorkProduct: { by: 'adjudicator', status: 404 },
  setSensitivity: { by: 'privacyOfficer', status: 200 },
  purgeCase: { by: 'privacyOfficer', status: 422 },
  listTombstones: { by: 'privacyOfficer', status: 200 },
  openCase: { by: `${curators} integrationDocumentsIn`, status: 201 },
  startImport: { by: 'operator integration', status: 202 },
  changeMember: { by: '', status: 404 },
  saveProfile: { by: '', status: 400 },
}

/**
 * Every route that asks who calls, those that read first. Not asked here: an upload, which is its owner's alone, and to
 * sign out, which ends the session.
 */
const asked = (Object.entries(routes as Record<string, Route>) as [RouteName, Route][])
  .filter(
    ([name, route]) =>
      !route.public && !['signOut', 'getUpload', 'continueUpload', 'removeUpload'].includes(name),
  )
  .toSorted(([, one], [, other]) => Number(other.method === 'GET') - Number(one.method === 'GET'))
  .map(([name]) => name)

const publicUrl = 'https://portico.example.org/board'
const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const unseen = 'There is no case with this id.'
const notAllowed = 'Your roles do not allow this: it needs the action '

type CallerKind = { role: string; sees: 'everything' | 'theirOwn' | 'nothing'; http: Http }

describe('every route, asked by every role in a deployment', () => {
  let world: World
  let caseId: string
  let documentId: string
  const callers = new Map<string, CallerKind>()
  const answersOfAdministrator = new Map<RouteName, Reply>()

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
    const body = bodies[name] ?? (route.body && smallest(route.body))
    return http(route.method, pathOf(route), body === undefined ? {} : { body })
  }

  /** What one caller is answered: the status, and where they are turned away the sentence. */
  async function answered(http: Http, name: RouteName): Promise<string> {
    const reply = await ask(http, name)
    if (http === callers.get('administrator')?.http) answersOfAdministrator.set(name, reply)
    const { status, json } = reply
    const { error } = (status >= 400 ? json : {}) as { error?: string }
    return error === unseen || error?.startsWith(notAllowed) ? `${status} ${error}` : `${status}`
  }

  function expected(name: RouteName, status: string, { role, sees }: CallerKind): string {
    const needed = neededFor(routes[name]) ?? [asAsked[name] as Action].flat()
    if (isAboutCase(routes[name]) && sees === 'nothing') return `404 ${unseen}`
    const mayDo = (action: Action) => role === 'administrator' || list(may[action]).includes(role)
    const isAllowed = needed.some(mayDo) || role === 'administrator'
    const further = neededToo[name]
    if (isAllowed && further && !mayDo(further)) return `403 ${notAllowed}\`${further}\`.`
    // A representative reads as a party, whatever the action would allow.
    const isForThem = sees !== 'theirOwn' || reads('party', routes[name].audience)
    if (isAllowed || needed.length === 0) return isForThem ? status : '403'
    const named = needed.map((action) => `\`${action}\``)
    const all = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' or ')
    return `403 ${notAllowed}${all}.`
  }

  for (const name of asked) {
    it(name, async () => {
      const each = [...callers].map(async ([who, { http }]) => [who, await answered(http, name)])
      const answers: Record<string, string> = Object.fromEntries(await Promise.all(each))
      // Whoever may is answered as an administrator is; things that a path names beside the case are not there.
      const status = answers.administrator ?? ''
      assert.match(status, /^(2\d\d|4(?!01|03|05)\d\d)$/)
      assert.deepEqual(
        answers,
        Object.fromEntries([...callers].map(([who, caller]) => [who, expected(name, status, caller)])),
      )
      const sure = written[name]
      if (sure) {
        const roles = [...callers]
          .filter(([who]) => answers[who] === `${sure.status}`)
          .map(([, one]) => one.role)
        assert.deepEqual(new Set(roles), new Set([...list(sure.by), 'administrator']))
      }
      assert.equal((await ask(world.anonymous, name)).status, 401)
      const { json, text } = answersOfAdministrator.get(name) as Reply
      const { answers: documented, errors }: Route = routes[name]
      const isDocumented = Number(status) in documented || errors.includes(Number(status) as ErrorStatus)
      assert.ok(isDocumented || status === '400', `${name} documents ${status}: ${text}`)
      if (Number(status) in documented) conforms(name, { status: Number(status), json })
    })
  }

  it('what was shown or sent of the case is in its access log, as the row of its route says', async () => {
    const read: Access[] = []
    const readOn = async () => {
      const path = `/cases/${caseId}/access-log?limit=1000&after=${read.at(-1)?.position ?? 0}`
      const { entries } = (await world.admin('GET', path)).json as AccessPage
      read.push(...entries)
      return entries.length
    }
    const isShown = ([name, { status }]: [RouteName, Reply]) => status < 300 && isAboutCase(routes[name])
    const shown = [...answersOfAdministrator].filter(isShown)
    const left = () =>
      shown.flatMap(([name, { headers }]) => {
        const entry = read.find(({ requestId }) => requestId === headers.get('x-request-id'))
        return entry ? [[name, `${entry.kind} ${entry.what.of}`]] : []
      })
    const said = shown.flatMap(([name]) => {
      const [first] = Object.entries(traceLeftBy(routes[name] as Route) ?? {})
      return first ? [[name, first.join(' ')]] : []
    })
    await until(async () => (await readOn()) === 0 && left().length >= said.length)
    const traces = Object.fromEntries(left())
    assert.deepEqual(traces, Object.fromEntries(said))
    assert.deepEqual({ ...traces, ...writtenTraces }, traces)
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
