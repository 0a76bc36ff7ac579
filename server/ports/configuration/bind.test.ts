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

  const env = { OUTPUT_SECRET: secret }
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
    const named = await bound({ output: { main: http, archive: { ...http, timeoutSeconds: 5 } } })
    assert.equal(named.find('output', 'archive')?.timeoutMs, 5000)
    assert.equal((await bind(servedPorts, { mode: 'sandbox' })).find('output', 'main'), undefined)
  })

  it('says what is wrong, and where, in one sentence', async () => {
    await refused(bound({ outptu: http }), /^portico\.config\.ts, ports\.outptu: .* Did you mean output\?$/)
    await refused(bound({ scheduling: http }), /ports\.scheduling: this port cannot be bound yet/)
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
      /ports\.output\.Second: a binding has a name like main/,
    )
    await refused(bound({ output: {} }), /ports\.output has no binding/)
    await refused(bound({ output: { ...http, secret } }), /ports\.output\.secret must be a reference/)
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
      /PORTICO_CONFIG names none\.ts, which is not there/,
    )
    await writeFile(join(place, 'broken.ts'), 'export default {')
    await refused(readConfiguration('broken.ts', env, place), /^broken\.ts cannot be loaded: /)
    await writeFile(join(place, 'lacking.ts'), `import 'no-such-package'\nexport default {}\n`)
    await refused(
      readConfiguration('lacking.ts', env, place),
      /needs the package no-such-package, .*npm install no-such-package/,
    )
  })
})
