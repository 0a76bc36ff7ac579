import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startWorld, type World } from '../server/test/world.ts'
import { documentationProgram, readmeProgram } from './test/examples.ts'

const run = promisify(execFile)
const sdk = fileURLToPath(new URL('.', import.meta.url))

describe('over the live service', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.close())

  describe('the examples', () => {
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'portico-examples-'))
      await mkdir(join(folder, 'node_modules/@portico'), { recursive: true })
      await symlink(sdk, join(folder, 'node_modules/@portico/sdk'))
    })
    after(() => rm(folder, { recursive: true, force: true }))

    async function printed(program: string): Promise<string> {
      const { baseUrl: PORTICO_URL, username: PORTICO_USERNAME, password: PORTICO_PASSWORD } = world
      const SANDBOX_CODE = world.service.identity.sandboxPeople?.code
      const env = {
        ...process.env,
        SANDBOX_CODE,
        PORTICO_URL,
        PORTICO_USERNAME,
        PORTICO_PASSWORD,
        TMPDIR: folder,
      }
      const file = join(folder, 'examples.mts')
      await writeFile(file, program)
      return (await run(process.execPath, [file], { env })).stdout
    }

    it('of the README run', async () => {
      assert.match(await printed(await readmeProgram()), /\[ 'Rating decision' \]/)
    })

    it('beside the code run', async () => {
      assert.match(await printed(await documentationProgram()), /^%PDF- of \d+ bytes$/m)
    })
  })
})
