import { type FileHandle, open } from 'node:fs/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { StoredBlob } from './blobs.ts'

type Sdk = typeof import('@aws-sdk/client-s3')
type Target = { Bucket: string; Key: string }

const partBytes = 8 * 1024 ** 2
const mostParts = 10_000
const partsAtOnce = 4
const partsAtOnceOfOne = 2

/**
 * Uploads a file, whole or not at all; true when the store has said that it holds bytes of this very hash.
 * Parts are sent from memory, so that the library can sign their hashes and repeat them.
 */
export function createS3Upload({ sdk, client }: { sdk: Sdk; client: S3Client }) {
  const inTurn = atMost(partsAtOnce)

  async function putWhole(target: Target, file: FileHandle, { sha256, bytes }: StoredBlob) {
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
    const Body = await readPart(file, 0, bytes)
    const put = await client.send(new sdk.PutObjectCommand({ ...target, Body, ChecksumSHA256 }))
    return put.ChecksumSHA256 === ChecksumSHA256
  }

  async function putInParts(target: Target, file: FileHandle, bytes: number) {
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
    const size = Math.max(partBytes, Math.ceil(bytes / mostParts))
    const count = Math.ceil(bytes / size)
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    let next = 0

    async function putPart(index: number) {
      const start = index * size
      const PartNumber = index + 1
      const Body = await readPart(file, start, Math.min(size, bytes - start))
      const part = new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body })
      Parts[index] = { PartNumber, ETag: (await client.send(part)).ETag }
    }

    async function putRest() {
      try {
        while (next < count) {
          const index = next++
          await inTurn(() => putPart(index))
        }
      } finally {
        next = count
      }
    }

    try {
      const rests = Array.from({ length: partsAtOnceOfOne }, putRest)
      await Promise.allSettled(rests)
      await Promise.all(rests)
      const MultipartUpload = { Parts }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }))
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
      throw error
    }
    return false
  }

  return async (target: Target, path: string, stored: StoredBlob): Promise<boolean> => {
    const file = await open(path)
    try {
      return stored.bytes > partBytes
        ? await putInParts(target, file, stored.bytes)
        : await inTurn(() => putWhole(target, file, stored))
    } finally {
      await file.close()
    }
  }
}

async function readPart(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes)
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(part, filled, bytes - filled, start + filled)
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded.')
    filled += bytesRead
  }
  return part
}

function atMost(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === limit) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
    try {
      return await work()
    } finally {
      const resume = waiting.shift()
      if (resume) resume()
      else running -= 1
    }
  }
}
