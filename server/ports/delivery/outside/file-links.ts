import { timingSafeEqual } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import type { FileRef } from '@portico/contract/ports/kit'
import { Refusal } from '../../../core/kernel/decider.ts'
import { secondsLater } from '../../../core/time/moments.ts'
import type { Blobs } from '../../../files/blobs.ts'

type File = Pick<FileRef, 'sha256' | 'name' | 'mediaType'>
/** For the access log: the case that the file is of, and the binding that it was given to. */
type Given = { caseId: string; member: { id: string; name: string; kind: MemberKind } }

/** A file that a binding was given, for as long as it may be fetched. */
export type LinkedFile = File & Given

export type FileLinks = {
  /** Where the service is reached from outside. */
  at(path: string): string
  urlOf(file: File, given: Given): Promise<string>
  /** Refuses what was not signed here, and what is over. */
  read(grant: string): LinkedFile
}

const lifetimeSeconds = 15 * 60
const purpose = 'file of a port '

/** URLs by which the other side of a binding fetches the files of a call: the signature in them is the credential. */
export function openFileLinks({
  blobs,
  mac,
  clock,
  publicUrl,
}: {
  blobs: Blobs
  mac: (text: string) => Buffer
  clock: () => Date
  publicUrl: () => string
}): FileLinks {
  return {
    at: (path) => publicUrl() + path,
    async urlOf({ sha256, name, mediaType }, { caseId, member }) {
      const ofStore = await blobs.signedUrl?.(sha256, { lifetimeSeconds })
      if (ofStore !== undefined) return ofStore
      const until = secondsLater(clock(), lifetimeSeconds).getTime()
      const body = Buffer.from(JSON.stringify({ sha256, name, mediaType, caseId, member, until })).toString(
        'base64url',
      )
      return `${publicUrl()}/port-files/${body}.${mac(purpose + body).toString('base64url')}`
    },
    read(grant) {
      const [body = '', signature = ''] = grant.split('.')
      const given = Buffer.from(signature, 'base64url')
      const ours = mac(purpose + body)
      if (given.length !== ours.length || !timingSafeEqual(given, ours))
        throw new Refusal('forbidden', 'This URL was not issued by this service.')
      const { until, ...file } = JSON.parse(Buffer.from(body, 'base64url').toString()) as LinkedFile & {
        until: number
      }
      if (until <= clock().getTime()) throw new Refusal('forbidden', 'This URL has expired.')
      return file
    },
  }
}
