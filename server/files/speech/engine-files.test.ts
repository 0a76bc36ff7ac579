import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type EngineFilesOptions, engineFiles } from './engine-files.ts'
import { NotFetched } from './fetch-tarball.ts'
import { type EnginePackage, enginePackages } from './packages.ts'
import { readRegistry } from './registry.ts'
import { unpackTarball } from './unpack-tarball.ts'

const noise = (seed: string, length: number) =>
  Buffer.concat(
    Array.from({ length: length / 64 }, (_, index) =>
      createHash('sha512').update(`${seed}${index}`).digest(),
    ),
  )
const model = noise('model', 64 * 4000)
const tarballs = {
  '@tones/model': tarOf({ 'package/model.onnx': model, 'package/other.js': Buffer.from('no') }),
  runtime: tarOf({ 'package/dist/index.js': Buffer.from('run'), 'package/bin/win32.dll': model }),
}

function packageOf(name: keyof typeof tarballs, files: string[]): EnginePackage {
  const bytes = tarballs[name]
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { name, version: '1.2.3', integrity, bytes: bytes.length, files }
}
const packages = [packageOf('@tones/model', ['model.onnx']), packageOf('runtime', ['dist/index.js'])]

describe('the files of an engine', () => {
  let folder: string
  let server: Server
  let asked: string[] = []
  /** What the registry does instead of sending the whole tarball, one after the other. */
  let faults: ('cut' | 'other' | '404' | '503' | 'hang')[] = []
  const registryUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`
  const options = (more: Partial<EngineFilesOptions> = {}): EngineFilesOptions => ({
    folder: join(folder, 'speech'),
    packages,
    registry: () => readRegistry({ npm_config_registry: registryUrl() }, { folder, home: folder }),
    ...more,
  })

  before(() => {
    server = createServer((request, response) => {
      const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
      asked.push(`${request.url} from ${range ?? 0}`)
      const fault = faults.shift()
      const name = /^\/npm\/(.+)\/-\//.exec(request.url ?? '')?.[1] as keyof typeof tarballs
      const whole = tarballs[name]
      if (fault === '404' || fault === '503') return response.writeHead(Number(fault)).end()
      if (fault === 'hang') return undefined
      const from = Number(range ?? 0)
      const rest = (fault === 'other' ? noise('other', whole.length + 64) : whole).subarray(
        from,
        whole.length,
      )
      response.writeHead(range === undefined ? 200 : 206, {
        'content-length': rest.length,
        'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}`,
      })
      if (fault !== 'cut') return response.end(rest)
      return response.write(rest.subarray(0, rest.length / 2), () => response.socket?.end())
    })
    return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  beforeEach(async () => {
    asked = []
    faults = []
    folder = await mkdtemp(join(tmpdir(), 'portico-engine-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are fetched once by their pinned hashes, with progress, and nothing else is kept', async () => {
    const seen: number[] = []
    const of = tarballs['@tones/model'].length + tarballs.runtime.length
    const onProgress = (progress: { bytes: number; of: number }) => {
      assert.equal(progress.of, of)
      seen.push(progress.bytes)
    }
    const ready = await engineFiles(options({ onProgress }))
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    )
    assert.equal(seen.at(-1), of)
    assert.deepEqual(await readFile(join(ready, 'node_modules/@tones/model/model.onnx')), model)
    assert.equal(await readFile(join(ready, 'node_modules/runtime/dist/index.js'), 'utf8'), 'run')
    assert.deepEqual(await readdir(join(ready, 'node_modules/runtime')), ['dist'])
    assert.deepEqual(await readdir(join(folder, 'speech')), [ready.split('/').at(-1)])
    assert.deepEqual(asked, [
      '/npm/@tones/model/-/model-1.2.3.tgz from 0',
      '/npm/runtime/-/runtime-1.2.3.tgz from 0',
    ])
    assert.equal(await engineFiles(options()), ready)
    assert.equal(asked.length, 2)
  })

  it('go on where a connection was cut, and where a process was killed', async () => {
    const half = Math.floor(tarballs['@tones/model'].length / 2)
    faults = ['cut']
    await engineFiles(options())
    // What was on its way to the disk when the connection broke is asked for again.
    const [, from] = /model-1.2.3.tgz from (\d+)$/.exec(asked[1] ?? '') ?? []
    assert.ok(Number(from) <= half, asked[1])

    const other = join(folder, 'killed')
    await mkdir(join(other, 'unpacking-1/node_modules'), { recursive: true })
    await writeFile(join(other, 'tones-model-1.2.3.tgz'), tarballs['@tones/model'].subarray(0, 1000))
    asked = []
    const ready = await engineFiles(options({ folder: other }))
    assert.match(asked[0] ?? '', /from 1000$/)
    assert.deepEqual(await readdir(other), [ready.split('/').at(-1)])
  })

  it('with another hash are refused and removed, and the next attempt begins anew', async () => {
    faults = ['other']
    await assert.rejects(
      engineFiles(options()),
      /@tones\/model 1.2.3 from 127.0.0.1:\d+ does not have the pinned hash/,
    )
    assert.deepEqual(await readdir(join(folder, 'speech')), [])
    await engineFiles(options())
    assert.match(asked[1] ?? '', /from 0$/)
  })

  it('that cannot be had are said to be so', async () => {
    const nowhere = () =>
      readRegistry({ npm_config_registry: 'http://127.0.0.1:9/' }, { folder, home: folder })
    await assert.rejects(
      engineFiles(options({ registry: nowhere })),
      (error: Error) =>
        error instanceof NotFetched && /could not be fetched from 127.0.0.1:9: /.test(error.message),
    )
    faults = ['404']
    await assert.rejects(engineFiles(options()), /answered 404 for @tones\/model 1.2.3/)
    faults = ['hang', 'hang', 'hang']
    await assert.rejects(engineFiles(options({ stallMs: 40 })), /the connection stalled/)
    const leaving = AbortSignal.timeout(30)
    faults = ['hang']
    await assert.rejects(engineFiles(options({ signal: leaving })), { name: 'TimeoutError' })
  })

  it('are fetched by one process at a time; the lock of one that is gone does not hold', async () => {
    const both = await Promise.all([engineFiles(options()), engineFiles(options())])
    assert.equal(both[0], both[1])
    assert.equal(asked.length, 2)

    const speech = join(folder, 'again')
    await mkdir(speech)
    await writeFile(join(speech, 'lock'), '1')
    await utimes(join(speech, 'lock'), 1, 1)
    await engineFiles(options({ folder: speech }))
  })

  it('come from a folder where one is named, by the same hashes', async () => {
    const local = join(folder, 'local')
    await mkdir(local)
    await assert.rejects(
      engineFiles(options({ tarballs: local })),
      /tones-model-1.2.3.tgz is missing: npm pack @tones\/model@1.2.3 makes it/,
    )
    await writeFile(join(local, 'tones-model-1.2.3.tgz'), tarballs['@tones/model'])
    await writeFile(join(local, 'runtime-1.2.3.tgz'), tarballs['@tones/model'])
    await assert.rejects(
      engineFiles(options({ tarballs: local })),
      /runtime-1.2.3.tgz does not have the pinned/,
    )
    await writeFile(join(local, 'runtime-1.2.3.tgz'), tarballs.runtime)
    await engineFiles(options({ tarballs: local }))
    assert.deepEqual(asked, [])
    assert.equal((await readdir(local)).length, 2)
  })

  it('are taken from no tarball that names a path outside of itself, or lacks a file', async () => {
    for (const [entries, fault] of [
      [{ 'package/../../evil.js': Buffer.from('x') }, /outside of itself/],
      [{ '/etc/evil': Buffer.from('x') }, /outside of itself/],
      [{ 'package/other.js': Buffer.from('x') }, /evil.js is missing/],
    ] as const) {
      await writeFile(join(folder, 'evil.tgz'), tarOf(entries))
      await assert.rejects(unpackTarball(join(folder, 'evil.tgz'), ['evil.js'], join(folder, 'out')), fault)
    }
    const link = tarOf({ 'package/evil.js': Buffer.alloc(0) }, '2')
    await writeFile(join(folder, 'evil.tgz'), link)
    await assert.rejects(
      unpackTarball(join(folder, 'evil.tgz'), ['evil.js'], join(folder, 'out')),
      /is missing/,
    )
  })
})

describe('the registry', () => {
  it('is that of npm on this machine: by scope, from the environment, the folder or the home', async () => {
    const home = await mkdtemp(join(tmpdir(), 'portico-npmrc-'))
    const folder = join(home, 'work')
    await mkdir(folder)
    const env = { TOKEN_OF_MIRROR: 'secret', npm_config_globalconfig: join(home, 'none') }
    const urlOf = async (name: string, more = {}) =>
      (await readRegistry({ ...env, ...more }, { folder, home }))(name)
    assert.deepEqual(await urlOf('runtime'), { url: 'https://registry.npmjs.org/', headers: {} })
    await writeFile(
      join(home, '.npmrc'),
      '; mirror\nregistry = "https://mirror.example/npm"\n//mirror.example/npm/:_authToken=$' +
        '{TOKEN_OF_MIRROR}\n',
    )
    await writeFile(join(folder, '.npmrc'), '@tones:registry=https://tones.example\n')
    assert.deepEqual(await urlOf('runtime'), {
      url: 'https://mirror.example/npm/',
      headers: { authorization: 'Bearer secret' },
    })
    assert.deepEqual(await urlOf('@tones/model'), { url: 'https://tones.example/', headers: {} })
    assert.equal(
      (await urlOf('runtime', { npm_config_registry: 'http://localhost:4873/' })).url,
      'http://localhost:4873/',
    )
    await rm(home, { recursive: true })
  })

  it('is asked for the runtime of this platform alone', () => {
    const files = (platform: string, architecture: string) =>
      enginePackages(platform, architecture)
        ?.flatMap((one) => one.files)
        .filter((name) => name.startsWith('bin/'))
    assert.deepEqual(files('linux', 'arm64'), [
      'bin/napi-v6/linux/arm64/libonnxruntime.so.1',
      'bin/napi-v6/linux/arm64/onnxruntime_binding.node',
    ])
    assert.equal(files('linux', 'x64')?.length, 2)
    assert.equal(files('sunos', 'sparc'), undefined)
  })
})

function tarOf(entries: Record<string, Buffer>, type = '0'): Buffer {
  const blocks = Object.entries(entries).flatMap(([name, data]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write(type, 156)
    header.write('ustar\0', 257)
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
