import type { Readable } from 'node:stream'
import { BlobStoreUnavailable, type ByteRange, type StoredBlob } from './blobs.ts'
import { createS3Upload } from './s3-upload.ts'

export type S3Settings = {
  bucket: string
  /** What every key begins with, without a slash at either end. */
  prefix?: string | undefined
  /** Left out, it is that of AWS in the region. */
  endpoint?: string | undefined
  region: string
  /** Left out, they are looked for where AWS keeps them: a profile, the container, the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  forcePathStyle?: boolean | undefined
  /** How long the store may be silent. */
  timeoutMs?: number | undefined
}

/** What we ask of a bucket. When it cannot answer, that is `BlobStoreUnavailable`. */
export type S3Bucket = {
  head(key: string): Promise<{ bytes: number } | undefined>
  /** `bytes` is the size of the whole object. Undefined: it is not there, or ends before the range begins. */
  get(key: string, range: ByteRange): Promise<{ stream: Readable; bytes: number } | undefined>
  signedUrl(key: string, lifetimeSeconds: number): Promise<string>
  /** Whole or not at all. */
  putFile(key: string, path: string, stored: StoredBlob): Promise<void>
  remove(key: string): Promise<void>
}

/** Each reader of a blob holds a connection, so there are many more than the library's fifty. */
const maxSockets = 1000

/** Refuses a bucket that cannot be used as it stands. The library is large, so it is loaded only here. */
export async function openS3Bucket(settings: S3Settings): Promise<S3Bucket> {
  const {
    bucket: Bucket,
    endpoint,
    region,
    credentials,
    forcePathStyle = false,
    timeoutMs = 30_000,
  } = settings
  const sdk = await import('@aws-sdk/client-s3')
  const presigner = await import('@aws-sdk/s3-request-presigner')
  const client = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    forcePathStyle,
    maxAttempts: 3,
    // Many stores do not know the checksums that the library adds by itself; uploads carry their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 5_000),
      socketTimeout: timeoutMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  })
  const upload = createS3Upload({ sdk, client })
  const cannot = (why: string, cause?: unknown) =>
    new BlobStoreUnavailable(`The bucket ${Bucket} cannot be used: ${why}.`, cause)

  /** What the library throws has `$metadata`, also when no answer came. */
  async function asked<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error) => {
      if (!(error instanceof Error)) throw error
      if (error.name === 'CredentialsProviderError') throw cannot('it has no credentials', error)
      throw '$metadata' in error ? cannot(reasonOf(error as S3Error), error) : error
    })
  }

  async function head(Key: string) {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key })).catch(absentIsUndefined)
    return found && { bytes: found.ContentLength ?? 0 }
  }

  async function get(Key: string, { start = 0, end }: ByteRange) {
    const isWhole = start === 0 && end === undefined
    const range = isWhole ? {} : { Range: `bytes=${start}-${end ?? ''}` }
    const found = await client
      .send(new sdk.GetObjectCommand({ Bucket, Key, ...range }))
      .catch(absentIsUndefined)
    if (!found) return undefined
    const stream = found.Body as Readable
    if (isWhole) return { stream, bytes: found.ContentLength ?? 0 }
    const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
    if (Number(first) === start) return { stream, bytes: Number(size) }
    stream.destroy()
    throw cannot('it does not serve ranges')
  }

  async function putFile(Key: string, path: string, stored: StoredBlob) {
    if (await upload({ Bucket, Key }, path, stored)) return
    const found = await head(Key)
    if (found?.bytes !== stored.bytes) throw cannot('it did not keep what it was given')
  }

  async function signedUrl(Key: string, expiresIn: number) {
    const command = new sdk.GetObjectCommand({
      Bucket,
      Key,
      ResponseContentType: 'application/octet-stream',
      ResponseContentDisposition: 'attachment',
    })
    return presigner.getSignedUrl(client, command, { expiresIn })
  }

  async function remove(Key: string) {
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(absentIsUndefined)
  }

  // No such key is all that may be wrong. A HEAD of the bucket would not say what else is.
  const probed = await asked(get(`${settings.prefix ?? 'portico'}/is-there-a-bucket`, {}))
  probed?.stream.destroy()
  return {
    head: (key) => asked(head(key)),
    get: (key, range) => asked(get(key, range)),
    signedUrl: (key, lifetimeSeconds) => asked(signedUrl(key, lifetimeSeconds)),
    putFile: (key, path, stored) => asked(putFile(key, path, stored)),
    remove: (key) => asked(remove(key)),
  }
}

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } | undefined }

function absentIsUndefined(error: S3Error): undefined {
  const status = error.$metadata?.httpStatusCode
  if (status !== 416 && (status !== 404 || error.name === 'NoSuchBucket')) throw error
}

/** As the store or the system names it: that holds no secret, and nothing of a case. */
function reasonOf({ name, code, $metadata }: S3Error): string {
  const status = $metadata?.httpStatusCode
  if (status === 404) return 'there is no such bucket'
  if (status === 403) return `its credentials are refused (${name})`
  return `${code ?? name}${status === undefined ? '' : `, ${status}`}`
}
