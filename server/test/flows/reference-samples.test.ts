import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Tokens } from '@portico/contract/auth'
import { openApi } from '@portico/contract/openapi'
import { acceptInvitation, PorticoClient, signIn } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { caseFor } from '../../../sdk/test/stages.ts'
import { type ApiDocument, operationsOf } from '../../http/pages/api-document.ts'
import { curlSample, sdkSamples, variable } from '../../http/pages/samples.ts'
import { workSamples } from '../../http/pages/work-samples.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

const run = promisify(execFile)
const api = JSON.parse(JSON.stringify(openApi())) as ApiDocument

/** What the examples name and this service does not have: the request is understood all the same. */
const understood: Record<string, number> = {
  refresh: 401,
  acceptInvitation: 404,
  arrangeDocuments: 400,
  divideDocument: 422,
  setDocumentLinked: 422,
  getUpload: 404,
  continueUpload: 404,
  removeUpload: 404,
  getScopedBytes: 403,
  getImport: 404,
  listImportErrors: 404,
  setImportStatus: 404,
  linkCase: 400,
  grantAccess: 400,
  getMember: 404,
  changeMember: 404,
  deactivateMember: 404,
  reactivateMember: 404,
  listMemberChanges: 404,
  inviteAgain: 404,
  inviteMember: 409,
  withdrawInvitation: 404,
  writeParty: 201,
  listPartyHistory: 200,
  removeParty: 204,
  purgeCase: 422,
  getTombstone: 404,
  refuseDocketing: 409,
  openTask: 404,
  saveProfile: 400,
  getQueue: 404,
  changeQueue: 404,
  removeQueue: 404,
  listQueueTasks: 404,
  takeNextTask: 404,
  getReassignment: 404,
  askForCases: 422,
  getRun: 404,
  orderIssues: 400,
  citeEvidence: 400,
  getDecisionPackage: 404,
  getDecisionFile: 404,
  reportEffectuation: 422,
}

/** The account that the examples sign in with, and the page that they annotate. */
const username = 'ada'
const password = 'correct horse battery staple'
const page = 12

describe('the samples of the reference', () => {
  let world: World
  let folder: string
  /** Each runner has a case of its own: to revise a document gives it other pages. */
  let cases: { caseId: string; documentId: string }[]

  before(async () => {
    world = await startWorld()
    folder = await mkdtemp(join(tmpdir(), 'portico-samples-'))
    await writeFile(join(folder, 'file.pdf'), await testPdf(['A page to send.']))
    await world.member(username, ['administrator'])
    const { appeals } = (await world.admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    cases = await Promise.all(
      appeals.map(async ({ id }) => ({ caseId: id, documentId: await documentWithThePage(id) })),
    )
  })
  after(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function documentWithThePage(caseId: string): Promise<string> {
    const { json } = await world.admin('GET', `/appeals/${caseId}/documents`)
    const { documents } = json as { documents: { id: string; startPage: number; endPage: number }[] }
    return documents.find(({ startPage, endPage }) => startPage <= page && page <= endPage)?.id ?? ''
  }

  it('the SDK answers each of its calls', async () => {
    const { baseUrl } = world
    const { caseId, documentId } = cases[0] ?? {}
    const { token } = await world.service.identity.inviteAgain(username)
    const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
    const client = new PorticoClient({ baseUrl, token: idToken })
    const upload = await client.uploads.send(new Blob(['The knee gave way in 1998.']))
    const scope = {
      ...{ PorticoClient, signIn, acceptInvitation, console: { log() {} } },
      ...{ baseUrl, username, password, idToken, refreshToken, token },
      ...{ appealId: caseId, caseId, documentId, annotationId: 'ann_unknown' },
      ...{ uploadId: upload.id, client },
    }
    await world.member('judith', ['adjudicator'])
    const samples = Object.entries(sdkSamples).toSorted(([a], [b]) => place(a) - place(b))
    const given = await idsFor(client)
    for (const [name, sample] of samples) {
      if (sample === undefined) continue
      // An import that ends between being listed and being paused is refused, rightly.
      if (name === 'setImportStatus') await until(async () => !(await isImporting(client)))
      await assert.doesNotReject(
        async () => runSample(sample, { ...scope, ...(await given(name, sample)) }),
        name,
      )
    }
  })

  /** The ids that the samples of the work on a case name, of a case that is as far as each needs it. */
  async function idsFor(client: PorticoClient) {
    const prepared = preparedCases(client, username)
    const judge = await world.service.identity.members.find('judith')
    return async (name: string, sample: string): Promise<Record<string, string>> => {
      if (!(name in workSamples)) return {}
      const { stage = 'opened', isSpent = false, hasPage = false } = caseFor(sample) ?? {}
      const of = await (isSpent ? prepared.own(stage, hasPage) : prepared.shared(stage))
      const ids: Record<string, string> = { ...of, memberId: judge?.id ?? '' }
      const { caseId = '', issueId = '', workProductId = '' } = ids
      const made: Record<string, () => Promise<{ id: string } | undefined>> = {
        sessionId: () => client.sessions.request(caseId, { kind: 'video' }),
        deliveryId: async () => (await client.deliveries.list(caseId))[0],
        citationId: () => client.issues.cite(caseId, issueId, { page: 1 }),
        commentId: () => client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' }),
        holdId: () => client.custody.hold(caseId, 'Litigation is expected.'),
        queueId: () => client.queues.save({ name, query: { types: ['letter'] } }),
        reassignmentId: () =>
          client.tasks.reassign({ query: { types: ['letter'] }, to: { team: 'clerk' }, why: 'x' }),
        runId: async () => (await client.distribution.runs()).runs[0],
      }
      for (const [wanted, make] of Object.entries(made)) {
        if (sample.includes(wanted)) ids[wanted] = (await make())?.id ?? ''
      }
      return ids
    }
  }

  it('curl gets the answer that the reference tells', async (context) => {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    if (!hasCurl) return context.skip('there is no curl on this machine')
    const { baseUrl } = world
    const { caseId = '', documentId = '' } = cases[1] ?? {}
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    const env = {
      PATH: process.env.PATH,
      BASE_URL: baseUrl,
      TOKEN: (json as Tokens).token,
      ID: caseId,
      DOC_ID: documentId,
      ANN_ID: 'ann_unknown',
      UPLOAD_ID: 'upl_unknown',
    }
    const others: string[] = []
    const operations = operationsOf(api).toSorted((a, b) => place(a.operationId) - place(b.operationId))
    for (const operation of operations) {
      const ids = operation.parameters?.filter((one) => one.in === 'path' && /^id$|Id$/.test(one.name)) ?? []
      const missing = ids.map(({ name }) => variable(name)).filter((name) => !(name in env))
      const command = `${curlSample(api, operation)} -s -o answer -w '%{http_code}'`
      const unknown = Object.fromEntries(missing.map((name) => [name, 'unknown']))
      const { stdout } = await run('sh', ['-c', command], { env: { ...env, ...unknown }, cwd: folder })
      const told = missing.length ? 404 : Number(Object.keys(operation.responses)[0])
      const expected = understood[operation.operationId] ?? told
      if (Number(stdout) !== expected) others.push(`${operation.operationId}: ${stdout}, not ${expected}`)
    }
    assert.deepEqual(others, [])
  })
})

async function isImporting(client: PorticoClient): Promise<boolean> {
  const { imports } = await client.imports.list()
  return imports.some(({ status }) => status === 'waiting' || status === 'running')
}

/** What gives the document other pages comes late, and what ends the session last; a new password does it too. */
const place = (name: string) =>
  ['reviseAppealDocument', 'reviseDocument', 'signOut', 'acceptInvitation'].indexOf(name)

async function runSample(code: string, scope: Record<string, unknown>): Promise<void> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...texts: string[]
  ) => (...values: unknown[]) => Promise<void>
  await new AsyncFunction(...Object.keys(scope), `{${code}\n}`)(...Object.values(scope))
}
