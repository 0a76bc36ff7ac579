import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { StartFailure } from '../../store/start-failure.ts'
import { servedPorts } from '../all.ts'
import { bind } from './bind.ts'
import { readConfiguration } from './read-configuration.ts'
import { environmentNames } from './secrets.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

describe('the configuration of the ports', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-config-'))
  })
  after(() => rm(folder, { recursive: true }))

  const env = {
    OUTPUT_SECRET: secret,
    OTHER_SECRET: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
    OUTPUT_SECRET_AGAIN: secret,
  }
  const bound = (ports: unknown, mode: 'sandbox' | 'deployment' = 'deployment') =>
    bind(servedPorts, {
      mode,
      configuration: { name: 'portico.config.ts', folder, value: { ports }, env },
    })
  const http = { adapter: 'http', url: 'https://print.example.org', secret: { env: 'OUTPUT_SECRET' } }
  const refused = async (work: Promise<unknown>, sentence: RegExp) => {
    const error = await work.then(
      () => assert.fail('it was taken'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof StartFailure, String(error))
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /\n/)
  }

  it('binds a port once, or several times by name, and leaves all others to their baselines', async () => {
    const { all, find } = await bound({ output: http })
    assert.equal(find('output', 'main')?.definition.name, 'http')
    assert.deepEqual(find('output', 'main')?.secrets, [secret])
    assert.deepEqual(find('output', 'main')?.options, { url: http.url, secret })
    assert.ok(all.every(({ served, isBaseline }) => served.port.name === 'output' || isBaseline))
    const archive = { ...http, secret: { env: 'OTHER_SECRET' }, timeoutSeconds: 5 }
    const named = await bound({ output: { main: http, archive } })
    assert.equal(named.find('output', 'archive')?.timeoutMs, 5000)
    assert.equal((await bind(servedPorts, { mode: 'sandbox' })).find('output', 'main'), undefined)
  })

  it('takes no secret for two bindings, of one port or of two, nor one that another had before', async () => {
    const shared = { ...http, secret: { env: 'OUTPUT_SECRET_AGAIN' } }
    const own = { ...http, secret: { env: 'OTHER_SECRET' } }
    const sentence =
      /^portico\.config\.ts, ports\.output\.archive\.secret is also the secret of ports\.output\.main: give each/
    await refused(bound({ output: { main: http, archive: shared } }), sentence)
    await refused(bound({ output: http, correspondence: shared }), /is also the secret of ports\./)
    const before = { ...own, previousSecret: shared.secret }
    await refused(bound({ output: { main: http, archive: before } }), sentence)
    await bound({ output: { main: { ...http, previousSecret: http.secret }, archive: own } })
  })

  it('says what is wrong, and where, in one sentence', async () => {
    await refused(bound({ outptu: http }), /^portico\.config\.ts, ports\.outptu: .* Did you mean output\?$/)
    await refused(
      bound({ output: { ...http, adapter: 'htp' } }),
      /ports\.output\.adapter: .* Did you mean http\?/,
    )
    await refused(
      bound({ output: { ...http, ulr: 'x' } }),
      /ports\.output has an unknown option: ulr\. Did you mean url/,
    )
    await refused(bound({ output: { adapter: 'http', secret: http.secret } }), /ports\.output must have url/)
    await refused(
      bound({ output: { ...http, concurrency: 0 } }),
      /ports\.output\.concurrency must be at least 1/,
    )
    await refused(
      bound({ output: { main: http, Second: http } }),
      /ports\.output\.Second: the name of a binding must have only lower-case letters/,
    )
    await refused(bound({ output: {} }), /ports\.output has no binding/)
    await refused(bound({ output: { ...http, secret } }), /ports\.output\.secret must be a reference/)
    await refused(
      bound({ output: { ...http, url: 'https://portico:hunter2@print.example.org' } }),
      /^portico\.config\.ts, ports\.output\.url has a user name or a password in its URL: secrets do not belong in this file\.$/,
    )
    await refused(
      bound({ output: { ...http, secret: { env: 'NOT_SET' } } }),
      /environment variable NOT_SET, which is not set/,
    )
    await refused(
      bound({ output: { ...http, adapter: './none.ts' } }),
      /ports\.output\.adapter: none\.ts cannot be loaded/,
    )
    await refused(
      bind(servedPorts, {
        mode: 'deployment',
        configuration: { name: 'c.json', folder, value: { prots: {} }, env },
      }),
      /unknown member: prots\. Did you mean ports\?/,
    )
  })

  it('finds an address that is none, or that may not be reached', async () => {
    const sftp = { adapter: 'sftp', hostKey: `SHA256:${'A'.repeat(43)}`, username: 'board', path: '/in' }
    const account = { ...sftp, password: { env: 'OUTPUT_SECRET' } }
    const no = async (ports: object, sentence: RegExp) => refused(bound({ output: ports }), sentence)
    for (const url of ['print.example.org', 'htp://print.example.org', 'http://', 'https://:80/x'])
      await no(
        { ...http, url },
        /^portico\.config\.ts, ports\.output\.url must be a URL that begins with http:\/\/ or https:\/\/\.$/,
      )
    await no(
      { ...account, host: 'sftp://files.example.org' },
      /\.host must be the name of a host, not a URL\.$/,
    )
    const setIt = /names \S+, which is a private address: set privateAddresses of the binding to allow it\.$/
    for (const host of ['10.1.2.3', '192.168.1.1:8080', 'localhost:9000', '[fd00::1]', '[::ffff:10.0.0.1]'])
      await no({ ...http, url: `http://${host}/` }, setIt)
    await no({ ...account, host: '10.1.2.3' }, setIt)
    await no({ adapter: 'ipp', printer: 'ipp://10.0.0.7/printers/a' }, setIt)
    const all = { ...http, privateAddresses: true }
    assert.ok((await bound({ output: { ...all, url: 'http://10.1.2.3/' } })).find('output', 'main'))
    await no(
      { ...all, url: 'http://169.254.169.254/' },
      /names 169\.254\.169\.254, which no binding may reach/,
    )
    await no(
      { adapter: 'folder', path: folder, privateAddresses: true },
      /\.privateAddresses must be left out: folder calls addresses that are not in this file\.$/,
    )
  })

  it('takes no secret from a file that others can read', async () => {
    const path = join(folder, 'secret')
    await writeFile(path, `${secret}\n`)
    await chmod(path, 0o644)
    const given = { ...http, secret: { file: 'secret' } }
    await refused(bound({ output: given }), /which others can read/)
    await chmod(path, 0o600)
    assert.deepEqual((await bound({ output: given })).find('output', 'main')?.secrets, [secret])
    await refused(bound({ output: { ...http, secret: { file: 'none' } } }), /cannot be read \(ENOENT\)/)
  })

  it('leaves no way out of a sandbox', async () => {
    await refused(bound({ output: http }, 'sandbox'), /ports\.output\.url is not on this machine/)
    for (const url of ['http://localhost:9000', 'http://127.0.0.1/x', 'http://[::1]:1/'])
      assert.ok((await bound({ output: { ...http, url } }, 'sandbox')).find('output', 'main'))
    // Without an endpoint it would be AWS.
    const s3 = { 'document-source': { adapter: 's3', bucket: 'evidence' } }
    await refused(bound(s3, 'sandbox'), /ports\.document-source\.endpoint is not on this machine/)
    const sftp = { adapter: 'sftp', host: 'files.example.org', hostKey: `SHA256:${'A'.repeat(43)}` }
    const account = { username: 'board', path: '/in', password: { env: 'OUTPUT_SECRET' } }
    for (const port of ['output', 'document-source'])
      await refused(bound({ [port]: { ...sftp, ...account } }, 'sandbox'), /\.host is not on this machine/)
  })

  it('is read from one file, in TypeScript or JSON', async () => {
    const place = await mkdtemp(join(folder, 'read-'))
    assert.equal(await readConfiguration(undefined, env, place), undefined)
    await writeFile(join(place, 'portico.config.json'), '{"ports": {\n  "output": }}')
    await refused(readConfiguration(undefined, env, place), /^portico\.config\.json.* is not JSON/)
    await writeFile(join(place, 'portico.config.json'), '{}')
    await writeFile(
      join(place, 'portico.config.ts'),
      `import { defineConfig } from '@portico/contract/ports/config'\nexport default defineConfig({ ports: { output: { adapter: 'http', secret: { env: 'A_SECRET' } } } })\n`,
    )
    await refused(readConfiguration(undefined, env, place), /There are both/)
    await rm(join(place, 'portico.config.json'))
    const read = await readConfiguration(undefined, env, place)
    assert.deepEqual(environmentNames(read?.value), ['A_SECRET'])
    await refused(
      readConfiguration('none.ts', env, place),
      /PORTICO_CONFIG names none\.ts, which does not exist/,
    )
    await writeFile(join(place, 'broken.ts'), 'export default {')
    await refused(readConfiguration('broken.ts', env, place), /^broken\.ts, line 1, cannot be loaded: /)
    await writeFile(join(place, 'later.ts'), 'const a = 1\n\nexport default { a: , }\n')
    await refused(
      readConfiguration('later.ts', env, place),
      /^later\.ts, line 3, cannot be loaded: Expression expected\.$/,
    )
    await writeFile(join(place, 'throws.ts'), 'const a = 1\nthrow new Error("No.")\nexport default a\n')
    await refused(readConfiguration('throws.ts', env, place), /^throws\.ts, line 2, cannot be loaded: No\.$/)
    for (const [value, word] of [
      [[], 'a list'],
      ['x', 'a string'],
      [null, 'null'],
    ] as const)
      await refused(
        bind(servedPorts, { mode: 'deployment', configuration: { name: 'c.json', folder, value, env } }),
        new RegExp(`^c\\.json must have an object, like \\{ "ports": \\{ … \\} \\}, not ${word}\\.$`),
      )
    await writeFile(join(place, 'lacking.ts'), `import 'no-such-package'\nexport default {}\n`)
    await refused(
      readConfiguration('lacking.ts', env, place),
      /needs the package no-such-package, .*npm install no-such-package/,
    )
  })
})
