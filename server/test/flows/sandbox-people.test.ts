import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { BrowserSession } from '@portico/contract/auth'
import { welcome } from '../../cli/welcome.ts'
import { startWorld, type World } from '../world.ts'

type People = { people: { id: string; displayName: string; roles: string[]; teams: string[] }[] }

const ofPage = { 'portico-session': 'cookie', 'sec-fetch-site': 'same-origin' }

/** As no browser and no fetch sends it. */
async function asked(
  { baseUrl }: World,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const sent = request(`${baseUrl}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await new Promise((resolve, reject) => {
    sent.on('response', (...given) => resolve(given)).on('error', reject)
  })) as [import('node:http').IncomingMessage]
  return { status: response.statusCode, text: await text(response), headers: response.headers }
}

describe('the people of a sandbox', () => {
  let world: World
  let own: Record<string, string>
  before(async () => {
    world = await startWorld({ PORTICO_SYNTH_PAGES: '', PORTICO_SYNTH_WORK: 'on' })
    own = { ...ofPage, origin: world.baseUrl }
  })
  after(() => world.close())

  const codeOf = ({ service }: World) => service.identity.sandboxPeople?.code ?? ''
  const listed = () => `/sandbox/people?code=${codeOf(world)}`
  const people = async () => ((await world.anonymous('GET', listed())).json as People).people
  const signIn = (headers: Record<string, string>, memberId: string, code = codeOf(world)) =>
    asked(world, 'POST', '/sandbox/sign-in', headers, { memberId, code })

  it('are there for every role and every team, in words', async () => {
    const found = await people()
    const roles = new Set(found.flatMap((one) => one.roles))
    for (const role of ['Drafter (attorney)', 'Adjudicator', 'Dispatch', 'Administrator'])
      assert.ok(roles.has(role), role)
    const { json } = await world.admin('GET', '/teams')
    for (const { label } of (json as { teams: { label: string }[] }).teams)
      assert.ok(
        found.some(({ teams }) => teams.includes(label)),
        label,
      )
  })

  it('sign in with one click, by the same session as everybody', async () => {
    const [person] = await people()
    const reply = await signIn(own, person?.id ?? '')
    assert.equal(reply.status, 200, reply.text)
    const { token } = JSON.parse(reply.text) as BrowserSession
    const { json } = await world.as(token)('GET', '/me')
    const { me } = json as { me: { displayName: string; isSandbox: boolean; actions: string[] } }
    assert.deepEqual([me.displayName, me.isSandbox], [person?.displayName, true])
    assert.ok(me.actions.includes('draft') && !me.actions.includes('administer'))
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    const refreshed = await asked(world, 'POST', '/auth/session/refresh', { ...own, cookie })
    assert.equal(refreshed.status, 200)
  })

  it('are for whoever has the code that the start printed, which stays the same', async () => {
    const [person] = await people()
    const [, [, , line = '']] = welcome(world.service, undefined, 0)
    const [, printed] = /\/workspace\/#code=(\S+)$/.exec(line) ?? []
    assert.equal(printed, codeOf(world))
    const withoutCode = await world.anonymous('GET', '/sandbox/people?code=')
    assert.deepEqual([withoutCode.status, withoutCode.json], [200, { people: [] }], 'no error to log')
    assert.equal((await signIn(own, person?.id ?? '', '')).status, 403)
    for (const code of ['x', 'x'.repeat(printed?.length ?? 0), `${printed}x`]) {
      const list = await world.anonymous('GET', `/sandbox/people?code=${code}`)
      assert.deepEqual([list.status, (await signIn(own, person?.id ?? '', code)).status], [403, 403], code)
      assert.match(list.text, /open the address of the workspace that the start of the service prints/)
      assert.doesNotMatch(list.text, new RegExp(printed ?? ''))
    }
  })

  it('are no way to anybody else, nor for another page', async () => {
    const [person] = await people()
    const { json } = await world.admin('GET', '/me')
    assert.equal((await signIn(own, (json as { me: { id: string } }).me.id)).status, 404)
    assert.equal((await signIn({ ...own, 'sec-fetch-site': 'cross-site' }, person?.id ?? '')).status, 404)
    assert.equal((await signIn({}, person?.id ?? '')).status, 403)
    assert.equal((await signIn(ofPage, person?.id ?? '')).status, 403)
  })

  it('are nowhere for a name that resolves to this machine, or behind a proxy', async () => {
    const [person] = await people()
    const others: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `localhost.evil.example:${new URL(world.baseUrl).port}` },
      { 'x-forwarded-for': '192.0.2.1' },
      { 'cf-connecting-ip': '192.0.2.1' },
      { origin: 'https://evil.example' },
      { forwarded: 'for=192.0.2.1' },
    ]
    for (const headers of others) {
      const said = JSON.stringify(headers)
      assert.equal((await asked(world, 'GET', listed(), headers)).status, 404, said)
      assert.equal((await asked(world, 'GET', '/sandbox/people?code=', headers)).status, 204, said)
      assert.equal((await signIn({ ...own, ...headers }, person?.id ?? '')).status, 404, said)
    }
  })

  it('are nowhere on a service that others can reach, nor in a deployment', async () => {
    const elsewhere = [{ PORTICO_HOST: '0.0.0.0' }, { PORTICO_MODE: 'deployment', PORTICO_HOST: 'localhost' }]
    for (const env of elsewhere) {
      const other = await startWorld(env)
      try {
        const said = JSON.stringify(env)
        const code = codeOf(other)
        assert.equal((await other.anonymous('GET', `/sandbox/people?code=${code}`)).status, 404, said)
        assert.equal((await other.anonymous('GET', '/sandbox/people?code=')).status, 204, said)
        const { json } = await other.admin('GET', '/me')
        const { me } = json as { me: { id: string; isSandbox: boolean } }
        const body = { memberId: me.id, code }
        const reply = await other.anonymous('POST', '/sandbox/sign-in', { body, headers: own })
        assert.equal(reply.status, 404, said)
        assert.equal(me.isSandbox, env.PORTICO_MODE === undefined)
      } finally {
        await other.close()
      }
    }
  })

  it('change nothing when the service starts again', async () => {
    const before = await people()
    await world.service.sandbox.prepare(() => {})
    assert.deepEqual(await people(), before)
  })
})

describe('a password that its owner changes', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  it('needs the old one, ends all other sessions, and is the only one from then on', async () => {
    await world.member('grace', ['drafter'])
    const password = 'correct horse battery staple'
    const signIn = async (with_: string) =>
      world.anonymous('POST', '/auth/token', { body: { username: 'grace', password: with_ } })
    const tokenOf = async (with_: string) => ((await signIn(with_)).json as { token: string }).token
    const [own, other] = [await tokenOf(password), await tokenOf(password)]
    const change = (body: unknown) => world.as(own)('PUT', '/me/password', { body })
    const next = 'a wholly different phrase'
    assert.equal((await change({ currentPassword: 'not this one here', password: next })).status, 400)
    assert.equal((await change({ currentPassword: password, password: 'short' })).status, 400)
    assert.equal((await change({ currentPassword: password, password: next })).status, 204)
    assert.equal((await world.as(own)('GET', '/me')).status, 200)
    assert.equal((await world.as(other)('GET', '/me')).status, 401)
    assert.deepEqual([(await signIn(password)).status, (await signIn(next)).status], [401, 200])
  })
})
