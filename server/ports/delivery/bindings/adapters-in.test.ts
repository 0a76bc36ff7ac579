import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { output } from '@portico/contract/ports/output'
import { servedPorts } from '../../all.ts'
import { bind } from '../../configuration/bind.ts'
import { adaptersIn } from './adapters-in.ts'
import { servePort } from './serve-port.ts'

describe('the adapters of a port', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-adapters-'))
    await mkdir(join(folder, 'adapters'))
  })
  after(() => rm(folder, { recursive: true }))

  it('are the files in its folder, each under its own name', async () => {
    const files = globSync('*/adapters/*.ts', { cwd: join(import.meta.dirname, '../..') })
    const found = files.filter((file) => !file.endsWith('.test.ts'))
    assert.ok(found.length > 0)
    for (const file of found) {
      const port = basename(dirname(dirname(file)))
      const served = servedPorts.find((servedPort) => servedPort.port.name === port)
      const definition = await served?.adapters[basename(file, '.ts')]?.()
      assert.equal(definition?.name, basename(file, '.ts'), file)
      assert.equal(definition?.port.name, port, file)
    }
  })

  it('a package that one needs and nobody has installed is named at the start', async () => {
    await writeFile(join(folder, 'adapters/pigeon.ts'), `import 'carrier-pigeon'\nexport default {}\n`)
    const heard = {} as Parameters<typeof servePort<typeof output>>[1]['heard']
    const input = {} as Parameters<typeof servePort<typeof output>>[1]['input']
    const owes = { 'delivery.owed': () => [] }
    const served = servePort(output, { adapters: adaptersIn(folder), owes, heard, input })
    const value = { ports: { output: { adapter: 'pigeon' } } }
    const configuration = { name: 'portico.config.ts', folder, value, env: {} }
    await assert.rejects(bind([served], { configuration, mode: 'deployment' }), {
      message:
        'portico.config.ts, ports.output.adapter: pigeon cannot be loaded: it needs the package carrier-pigeon, which is not installed: npm install carrier-pigeon.',
    })
  })
})
