import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

describe('modules of our own, resolved by us', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-resolve-'))
    await mkdir(join(folder, 'server/bin'), { recursive: true })
    await cp(join(import.meta.dirname, 'resolve-own.mjs'), join(folder, 'server/bin/resolve-own.mjs'))
    await write('server/package.json', '{"type":"module"}')
    await write('server/start.ts', `import { said } from './said.ts'\nconsole.log(said as string)\n`)
    await write('other/package.json', '{"type":"commonjs"}')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const start = async () => {
    const args = ['--import', join(folder, 'server/bin/resolve-own.mjs'), join(folder, 'server/start.ts')]
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') }
    return run(process.execPath, args, { env })
  }

  it('run as they are written now, whatever was kept of them before', async () => {
    for (const text of ['first', 'second', 'first']) {
      await write('server/said.ts', `export const said: string = '${text}'\n`)
      assert.equal((await start()).stdout, `${text}\n`)
    }
  })

  it('are named by file and line where they fail', async () => {
    await write(
      'server/said.ts',
      `type Said = string\n\nexport const said: Said = (() => {\n  throw new Error('no')\n})()\n`,
    )
    await assert.rejects(start(), ({ stderr }: { stderr: string }) => /server\/said\.ts:4:9/.test(stderr))
  })

  it('are the only ones: what another folder holds is resolved by Node', async () => {
    await write('server/said.ts', `import other from '../other/said.ts'\nexport const { said } = other\n`)
    await write('other/said.ts', `exports.said = require('./text.ts').text as string\n`)
    await write('other/text.ts', `exports.text = 'by another way'\n`)
    assert.equal((await start()).stdout, 'by another way\n')
  })
})
