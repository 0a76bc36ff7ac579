import { stat } from 'node:fs/promises'
import { Refusal } from '../core/kernel/decider.ts'
import { dayMs, msBetween } from '../core/time/moments.ts'
import { NoSpace } from './disk-space.ts'
import { missingIsUndefined } from './temp-files.ts'
import type { About, UploadFiles } from './upload-files.ts'
import type { NewUpload } from './uploads.ts'

const idleMs = dayMs
const mostOpen = 100

/** How much unused uploads may take up: of one owner, and all together. */
export function openUploadQuota({
  files: { bytesOf, unused, drop },
  isWriting,
  mostBytes,
  mostOwnBytes,
}: {
  files: Pick<UploadFiles, 'bytesOf' | 'unused' | 'drop'>
  isWriting: (id: string) => boolean
  mostBytes: number
  mostOwnBytes: number
}) {
  /** Drops what has been idle for a day. */
  async function giveRoom(now: Date): Promise<void> {
    for (const { id, createdAt } of await unused()) {
      const bytes = await stat(bytesOf(id)).catch(missingIsUndefined)
      if (isWriting(id) || msBetween(bytes?.mtime ?? createdAt, now) < idleMs) continue
      await drop(id, bytes)
    }
  }

  return {
    giveRoom,

    /**
     * What nobody files takes up the disk until it expires. Asked with the upload in its place, so that of two processes
     * that give away the last room neither overlooks the other.
     */
    async refuseTooMany({ owner, at }: NewUpload): Promise<void> {
      const open = await unused()
      const own = open.filter((upload) => upload.owner === owner)
      if (own.length > mostOpen)
        throw new Refusal(
          'tooMany',
          `You have ${own.length - 1} unused uploads, and ${mostOpen} is the limit for an account: use or remove some.`,
          60,
        )
      if (totalOf(own) > mostOwnBytes) {
        throw new Refusal(
          'tooMany',
          `Your unused uploads may have ${megabytes(mostOwnBytes)} MB in total, by the sizes you announced, and this one would exceed that: use or remove some.`,
          60,
        )
      }
      if (totalOf(open) <= mostBytes) return
      await giveRoom(at)
      if (totalOf(await unused()) <= mostBytes) return
      throw new NoSpace(
        `Unused uploads may have ${megabytes(mostBytes)} MB in total, and this one would exceed that.`,
      )
    },
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2).toLocaleString('en-US')
const totalOf = (uploads: readonly About[]) => uploads.reduce((sum, { bytes }) => sum + bytes, 0)
