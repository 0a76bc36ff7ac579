import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Tokens } from '@portico/contract/auth'
import { openApi } from '@portico/contract/openapi'
import { routes } from '@portico/contract/table'
import { sdkSamples as generatedSamples, sdkSamplesFile } from '../../../tools/generate-sdk-samples.ts'
import { type ApiDocument, operationsOf } from '../../http/pages/api-document.ts'
import { curlSample, sdkSamples, variable } from '../../http/pages/samples.ts'
import { testPdf } from '../test-pdf.ts'
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

  it('show the example of the SDK for every route that it calls, which its own tests run', async () => {
    assert.equal(await readFile(sdkSamplesFile, 'utf8'), await generatedSamples(), 'run `npm run generate`')
    const without = Object.keys(routes).filter((name) => !(name in sdkSamples))
    assert.deepEqual(without, [
      ...['refresh', 'jwks', 'openIdConfiguration', 'reviseAppealDocument', 'getScopedBytes'],
      ...['health', 'ready'],
    ])
  })

  it('curl gets the answer that the reference tells', async (context) => {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    if (!hasCurl) return context.skip('there is no curl on this machine')
    const { baseUrl } = world
    const { caseId = '', documentId = '' } = cases[1] ?? {}
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    const { token } = json as Tokens
    const made = await fetch(`${baseUrl}/appeals/${caseId}/documents/${documentId}/annotations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page }),
    })
    const { annotation } = (await made.json()) as { annotation: { id: string } }
    const env = {
      PATH: process.env.PATH,
      BASE_URL: baseUrl,
      TOKEN: token,
      ID: caseId,
      DOC_ID: documentId,
      ANN_ID: annotation.id,
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

/** What gives the document other pages comes late, and what ends the session last; a new password does it too. */
const place = (name: string) =>
  ['reviseAppealDocument', 'reviseDocument', 'signOut', 'acceptInvitation'].indexOf(name)
