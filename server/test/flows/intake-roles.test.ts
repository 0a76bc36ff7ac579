import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OpenedCase, ScopedAccess, Upload } from '@portico/contract/intake'
import { type RouteName, routes } from '@portico/contract/routes'
import { roles as allRoles } from '../../profile/default/people.ts'
import { type Http, startWorld, type World } from '../world.ts'

type Role = string
const roles = allRoles.map(({ name }) => name)

const readers: Role[] = roles.filter((role) => !['representative', 'reporting', 'operator'].includes(role))
const exporters: Role[] = [
  ...(['administrator', 'drafter', 'adjudicator', 'caseSupport', 'dispatch'] as const),
  ...(['qualityReviewer', 'privacyOfficer', 'integration'] as const),
]
const curators: Role[] = ['administrator', 'caseSupport', 'intake', 'integration']
const filers: Role[] = [...curators, 'mailClerk']
/** To these a case that is not theirs is not there. */
const blind: Role[] = ['representative', 'operator']

type Row = {
  allowed: readonly Role[]
  /** What those who may are answered. */
  status: number
  body?: unknown
  isAboutCase?: boolean
}

const publicUrl = 'https://portico.example.org/board'
const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
const parts = [
  { name: 'a', pageCount: 1 },
  { name: 'b', pageCount: 1 },
]
const bytes = new TextEncoder().encode('A version by somebody.')

const table = {
  openCase: { allowed: curators, status: 201, body: newCase, isAboutCase: false },
  beginUpload: { allowed: [...filers, 'operator'], status: 201, body: { bytes: 5 }, isAboutCase: false },
  listCaseDocuments: { allowed: readers, status: 200 },
  getCaseDocument: { allowed: readers, status: 200 },
  getVersionContent: { allowed: readers, status: 200 },
  getOriginal: { allowed: exporters, status: 200 },
  proposeDivision: { allowed: readers, status: 200 },
  grantScopedAccess: { allowed: readers, status: 201 },
  fileDocument: { allowed: filers, status: 400, body: { name: 'Without a file' } },
  reviseDocument: { allowed: curators, status: 200, body: bytes },
  reviseAppealDocument: { allowed: curators, status: 200, body: bytes },
  divideDocument: { allowed: curators, status: 422, body: { parts } },
  setDocumentStatus: { allowed: curators, status: 200, body: { status: 'current', why: 'It is.' } },
  setDocumentLinked: { allowed: curators, status: 422, body: { linked: false } },
} as const satisfies Partial<Record<RouteName, Row>>

/** An upload is its owner's alone, whatever the role; and a signed URL needs no role. */
const ofNoRole = ['getUpload', 'continueUpload', 'removeUpload', 'getScopedBytes']

describe('who may take what in, in a deployment', () => {
  let world: World
  let paths: Record<string, string>
  const callers = new Map<Role, Http>()

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_BASE_URL: publicUrl })
    const form = new FormData()
    form.set('case', JSON.stringify(newCase))
    form.set('file', new Blob(['The first version.']), 'first.txt')
    const { json } = await world.admin('POST', '/cases', { body: form })
    const { case: made, documents } = json as OpenedCase
    await world.admin('POST', `/appeals/${made.id}/documents/${documents[0]?.id}/tags`, {
      body: { text: 'worked on' },
    })
    paths = Object.fromEntries(
      Object.entries(routes).map(([name, { path }]) => [
        name,
        path
          .replace('{id}', made.id)
          .replace('{docId}', documents[0]?.id ?? '')
          .replace('{version}', '1'),
      ]),
    )
    for (const role of roles) callers.set(role, await world.member(`a-${role.toLowerCase()}`, [role]))
  })
  after(() => world.close())

  const ask = (http: Http, name: keyof typeof table) => {
    const { body }: Row = table[name]
    return http(routes[name].method, paths[name] ?? '', body === undefined ? {} : { body })
  }

  for (const name of Object.keys(table) as (keyof typeof table)[]) {
    it(name, async () => {
      const { allowed, status, isAboutCase = true }: Row = table[name]
      const answered: Record<string, number> = {}
      const expected: Record<string, number> = {}
      for (const [role, http] of callers) {
        answered[role] = (await ask(http, name)).status
        const denied = isAboutCase && blind.includes(role) ? 404 : 403
        expected[role] = allowed.includes(role) ? status : denied
      }
      assert.deepEqual(answered, expected)
      assert.equal((await ask(world.anonymous, name)).status, 401)
      assert.equal((await ask(world.as('expired'), name)).status, 401)
    })
  }

  it('an upload is there for nobody but its owner', async () => {
    const owner = callers.get('intake') as Http
    const { upload } = (await owner('POST', '/uploads', { body: { bytes: 5 } })).json as { upload: Upload }
    const path = `/uploads/${upload.id}`
    for (const [role, http] of callers) {
      if (role === 'intake') continue
      for (const [method, at] of [
        ['GET', path],
        ['PATCH', `${path}?offset=0`],
        ['DELETE', path],
      ] as const) {
        const reply = await http(method, at, method === 'PATCH' ? { body: bytes } : {})
        assert.equal(reply.status, 404, `${role} ${method}`)
      }
    }
    assert.equal((await owner('GET', path)).status, 200)
    assert.equal((await owner('DELETE', path)).status, 204)
  })

  it('a signed URL begins with the address that people know', async () => {
    const { json } = await ask(callers.get('drafter') as Http, 'grantScopedAccess')
    const [file] = (json as ScopedAccess).access.files
    assert.ok(file?.url.startsWith(`${publicUrl}/scoped-bytes/`), file?.url)
    const { status } = await world.anonymous('GET', file?.url.slice(publicUrl.length) ?? '')
    assert.equal(status, 200)
  })

  it('no route of intake is left out here', () => {
    const ofIntake = Object.entries(routes)
      .filter(([name, { tag }]) => tag === 'Intake' || /scoped|reviseAppeal/i.test(name))
      .map(([name]) => name)
    assert.deepEqual([...Object.keys(table), ...ofNoRole].sort(), ofIntake.sort())
  })
})
