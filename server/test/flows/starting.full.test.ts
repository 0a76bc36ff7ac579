import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openCommands } from '../commands.ts'
import { bareDatabase } from '../database.ts'
import { dataFolder, folderWithDatabase, portico, servePortico, tokenAt } from '../process.ts'

type Folder = Awaited<ReturnType<typeof dataFolder>>

describe('starting the service', () => {
  let folder: Folder
  before(async () => {
    folder = await dataFolder()
  })
  after(() => folder.remove())

  const env = () => ({ PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '6' })
  const inAProcess = (settings: Record<string, string>) => portico(['serve'], settings).ended
  const sentence = async (settings: Record<string, string>, expected: RegExp, serve = inAProcess) => {
    const { code, stdout, stderr } = await serve({ ...env(), ...settings })
    assert.equal(code, 3, stderr)
    const said = stderr.split('\n').filter((line) => line && !line.startsWith('Making synthetic'))
    assert.equal(said.length, 1, `one sentence, no stack: ${stderr}`)
    assert.match(said[0]!, expected)
    assert.equal(stdout, '')
  }

  it('prints what a newcomer needs, and Ctrl-C ends it cleanly', async () => {
    const { child, ended } = portico(['serve'], { ...env(), PORT: '0', PORTICO_PASSWORD: '' })
    let output = ''
    await new Promise<void>((done) => {
      child.stdout?.on('data', (chunk) => {
        output += chunk
        if (output.includes('client.appeals.list')) done()
      })
    })
    child.kill('SIGINT')
    const { code, stderr } = await ended
    assert.equal(code, 0, stderr)
    assert.match(output, /API +http:\/\/localhost:\d+/)
    assert.match(output, /Username +tester/)
    assert.match(output, /Password +\S{12,} +\(shown this once\)/)
    assert.match(output, /curl -s http:\/\/localhost:\d+\/appeals/)
    assert.match(output, /@portico\/sdk/)
  })

  it('twice on one data folder works, at once and one after the other', async () => {
    const first = await servePortico(env())
    const second = await servePortico(env())
    const token = await tokenAt(first.url)
    const answer = await fetch(`${second.url}/appeals`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(answer.status, 200, 'a token of one is good at the other')
    first.child.kill('SIGTERM')
    assert.equal((await first.ended).code, 0)
    const still = await fetch(`${second.url}/appeals`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(
      still.status,
      200,
      'the second goes on when the first, which had started the database, has gone',
    )
    second.child.kill('SIGTERM')
    assert.equal((await second.ended).code, 0)
  })

  it('on a port that is taken is one sentence, and the start after it shows the password', async () => {
    const fresh = await folderWithDatabase()
    const settings = { PORTICO_DATA: fresh.path, PORTICO_PASSWORD: '', PORTICO_SYNTH_PAGES: '' }
    const holder = createServer()
    await new Promise<void>((done) => holder.listen(0, 'localhost', done))
    const { port } = holder.address() as { port: number }
    await sentence(
      { ...settings, PORT: String(port) },
      /^portico: Port \d+ is taken: set PORT to a free one\.$/,
    )
    await new Promise((done) => holder.close(done))
    await startsWithPassword(settings)
    await fresh.remove()
  })

  it('that is interrupted while it makes cases ends cleanly, and the start after it shows the password', async () => {
    const fresh = await folderWithDatabase()
    const settings = { PORTICO_DATA: fresh.path, PORTICO_PASSWORD: '', PORTICO_SYNTH_PAGES: '' }
    const { child, ended } = portico(['serve'], { ...settings, PORTICO_SYNTH_PAGES: '3000', PORT: '0' })
    await new Promise((begun) => child.stderr?.once('data', begun))
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, stderr)
    assert.doesNotMatch(stderr, /Error| {4}at /)
    await startsWithPassword(settings)
    await fresh.remove()
  })

  const startsWithPassword = async (settings: Record<string, string>) => {
    const running = await servePortico({ ...env(), ...settings })
    const { username, password } = JSON.parse(running.output())
    const response = await fetch(`${running.url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    assert.equal(response.status, 200)
    running.child.kill('SIGTERM')
    await running.ended
  }

  it('on a data folder that cannot be written is one sentence', async () => {
    const file = join(folder.path, 'a-file')
    await writeFile(file, '')
    await sentence({ PORTICO_DATA: join(file, 'data') }, /^portico: The data folder .* cannot be written/)
    await sentence(
      { PORTICO_DATA: '/proc/portico' },
      /^portico: The data folder \/proc\/portico cannot be written/,
    )
  })

  it('with a database that cannot be reached is one sentence', async () => {
    await sentence(
      { DATABASE_URL: 'postgresql://nobody:secret-word@127.0.0.1:9/none' },
      /^portico: The database at DATABASE_URL cannot be reached: (?!.*secret-word).*\.$/,
    )
    const database = await bareDatabase()
    await database.script('create role without_rights login')
    const weak = new URL(database.url)
    weak.username = 'without_rights'
    await sentence(
      { DATABASE_URL: weak.href },
      /^portico: PostgreSQL refuses: permission denied .* \(42501\)\. The account of DATABASE_URL must own/,
    )
    await database.close()
  })

  it('with a wrong setting is one sentence that names it', async () => {
    const commands = openCommands()
    const serve = (settings: Record<string, string>) => commands.run(['serve'], settings)
    const wrong: [Record<string, string>, RegExp][] = [
      [
        { PORTICO_PASWORD: 'x' },
        /^portico: There is no setting PORTICO_PASWORD; did you mean PORTICO_PASSWORD\?$/,
      ],
      [{ PORT: 'http' }, /^portico: PORT must be a whole number/],
      [{ PORTICO_MODE: 'production' }, /^portico: PORTICO_MODE must be one of sandbox, deployment/],
      [{ DATABASE_URL: 'mysql://x' }, /^portico: DATABASE_URL must be a PostgreSQL URL/],
    ]
    for (const [settings, expected] of wrong) await sentence(settings, expected, serve)
    await commands.close()
    const fresh = await folderWithDatabase()
    await sentence({ PORTICO_PASSWORD: 'short', PORTICO_DATA: fresh.path }, /^portico: .*12/)
    await fresh.remove()
  })
})
