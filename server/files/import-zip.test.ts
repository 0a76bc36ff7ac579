import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import yazl from 'yazl'
import { openZip } from './import-zip.ts'

type Packed = { name: string; bytes: Buffer; compress?: boolean; mode?: number }

async function zipOf(files: readonly Packed[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const { name, bytes, compress = true, mode = 0o100644 } of files)
    zip.addBuffer(bytes, name, { compress, mode, mtime: new Date(0) })
  zip.end()
  return buffer(zip.outputStream)
}

/** Every place where the text stands: in the header before the bytes and in the directory at the end. */
function replaced(zip: Buffer, from: string, to: string): Buffer {
  assert.equal(from.length, to.length)
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

const centralHeader = Buffer.from('PK\x01\x02', 'latin1')

describe('a ZIP of an import', () => {
  let folder: string
  let count = 0
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-zip-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function open(zip: Buffer) {
    const path = join(folder, `${count++}.zip`)
    await writeFile(path, zip)
    return openZip(path)
  }
  const hello = Buffer.from('hello')

  async function read(zip: Buffer, name: string): Promise<string> {
    const files = await open(zip)
    try {
      const parts: Uint8Array[] = []
      for await (const part of (await files.open(name)).bytes()) parts.push(part)
      return Buffer.concat(parts).toString()
    } finally {
      await files.close()
    }
  }

  it('gives the files that it has, by their names', async () => {
    const zip = await zipOf([
      { name: 'manifest.ndjson', bytes: hello },
      { name: 'sub/päper.pdf', bytes: Buffer.from('there'), compress: false },
    ])
    assert.equal(await read(zip, 'manifest.ndjson'), 'hello')
    assert.equal(await read(zip, 'sub/päper.pdf'), 'there')
    await assert.rejects(read(zip, 'Manifest.ndjson'), /no file "Manifest.ndjson" in the ZIP/)
  })

  it('has no way out of it, and what has a bad name does not hide the rest', async () => {
    const zip = await zipOf([
      { name: 'xx/evil.pdf', bytes: hello },
      { name: 'good.pdf', bytes: hello },
    ])
    const evil = replaced(zip, 'xx/evil.pdf', '../evil.pdf')
    assert.equal(await read(evil, 'good.pdf'), 'hello')
    for (const name of ['../evil.pdf', '/etc/passwd', 'C:/x', 'a\\b', 'a//b', '', 'a/./b', 'a\0b'])
      await assert.rejects(read(evil, name), /not a path inside the folder/, name)
  })

  it('that unpacks to far more than its size is refused before it is unpacked', async () => {
    const zeros = Buffer.alloc(20 * 1024 ** 2)
    const bomb = await zipOf([
      { name: 'bomb.pdf', bytes: zeros },
      { name: 'good.pdf', bytes: hello },
    ])
    assert.ok(bomb.length < 100_000)
    await assert.rejects(read(bomb, 'bomb.pdf'), /"bomb.pdf" unpacks to more than 100 times its size/)
    assert.equal(await read(bomb, 'good.pdf'), 'hello')
  })

  it('of many files that together unpack to far more is refused once that is so', async () => {
    const zeros = Buffer.alloc(6 * 1024 ** 2)
    const files = await open(await zipOf(['a', 'b', 'c', 'd'].map((name) => ({ name, bytes: zeros }))))
    await files.open('a')
    await files.open('b')
    await assert.rejects(files.open('c'), /With "c" the ZIP unpacks to more than 100 times its size/)
    await files.close()
  })

  it('that lies about a size gives no more than it says', async () => {
    const zip = await zipOf([{ name: 'liar.pdf', bytes: Buffer.alloc(1024 ** 2) }])
    const at = zip.indexOf(centralHeader)
    zip.writeUInt32LE(10, at + 24)
    await assert.rejects(read(zip, 'liar.pdf'), /"liar.pdf" is damaged in the ZIP/)
  })

  it('refuses links, folders, encrypted files, unknown packing and names that stand twice', async () => {
    const link = await zipOf([{ name: 'link.pdf', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }])
    await assert.rejects(read(link, 'link.pdf'), /is not a file in the ZIP/)
    const encrypted = await zipOf([{ name: 'a.pdf', bytes: hello }])
    const at = encrypted.indexOf(centralHeader)
    encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8)
    await assert.rejects(read(encrypted, 'a.pdf'), /encrypted/)
    const packed = await zipOf([{ name: 'a.pdf', bytes: hello }])
    packed.writeUInt16LE(12, packed.indexOf(centralHeader) + 10)
    await assert.rejects(read(packed, 'a.pdf'), /unsupported compression/)
    const twice = await zipOf([
      { name: 'a.pdf', bytes: hello },
      { name: 'b.pdf', bytes: hello },
    ])
    await assert.rejects(read(replaced(twice, 'b.pdf', 'a.pdf'), 'a.pdf'), /is more than once/)
  })

  it('that is damaged is told, whole or in part', async () => {
    const zip = await zipOf([{ name: 'a.pdf', bytes: hello, compress: false }])
    const flipped = replaced(zip, 'hello', 'jello')
    await assert.rejects(read(flipped, 'a.pdf'), /"a.pdf" is damaged in the ZIP/)
    for (const bytes of [zip.subarray(0, zip.length - 10), Buffer.from('not a zip'), Buffer.alloc(0)])
      await assert.rejects(open(bytes), /ZIP cannot be read/)
  })
})
