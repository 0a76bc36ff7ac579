import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openFolder } from './import-folder.ts'

describe('a folder of an import', () => {
  let outside: string
  let folder: string
  before(async () => {
    outside = await mkdtemp(join(tmpdir(), 'portico-folder-'))
    folder = join(outside, 'inside')
    await mkdir(join(folder, 'sub'), { recursive: true })
    await writeFile(join(folder, 'sub/a.pdf'), 'hello')
    await writeFile(join(outside, 'secret.pdf'), 'secret')
  })
  after(() => rm(outside, { recursive: true, force: true }))

  const read = async (name: string) => text((await (await openFolder(folder)).open(name)).bytes())

  it('gives the files in it, also through a link that stays inside', async () => {
    await symlink('sub/a.pdf', join(folder, 'link.pdf'))
    assert.equal(await read('sub/a.pdf'), 'hello')
    assert.equal(await read('link.pdf'), 'hello')
  })

  it('gives nothing from outside, by name or by link', async () => {
    await symlink(join(outside, 'secret.pdf'), join(folder, 'out.pdf'))
    await symlink('..', join(folder, 'up'))
    for (const name of ['../secret.pdf', 'sub/../../secret.pdf', join(outside, 'secret.pdf'), ''])
      await assert.rejects(read(name), /not a path inside the folder/, name)
    await assert.rejects(read('out.pdf'), /leads out of the folder/)
    await assert.rejects(read('up/secret.pdf'), /leads out of the folder/)
    await assert.rejects(read('none.pdf'), /There is no file "none.pdf"/)
  })

  it('does not wait for what is no file', async () => {
    await promisify(execFile)('mkfifo', [join(folder, 'pipe.pdf')])
    await assert.rejects(read('pipe.pdf'), /is not a file/)
    await assert.rejects(read('sub'), /is not a file/)
    const server = createServer()
    await new Promise<void>((done) => server.listen(join(folder, 's'), done))
    await assert.rejects(read('s'), /cannot be read \(ENXIO\)/)
    await new Promise((done) => server.close(done))
  })
})
