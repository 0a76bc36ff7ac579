import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { documentSource } from '@portico/contract/ports/document-source'
import { address, type Bytes, defineAdapter, type Host, PortError, secret } from '@portico/contract/ports/kit'
import Type, { type Static } from '@portico/contract/type'
import { type Store, storedSource } from '../stored-files.ts'

const Options = Type.Object({
  bucket: Type.String({ minLength: 1 }),
  prefix: Type.Optional(
    Type.String({ description: 'What the keys of documents begin with, such as `inbox/`.' }),
  ),
  writeBackPrefix: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'What the keys of documents begin with that were made here. It must not begin with `prefix`.',
    }),
  ),
  endpoint: Type.Optional(
    address('Where the store is; left out, AWS in the region', { schemes: ['http', 'https'] }),
  ),
  region: Type.String({ minLength: 1, default: 'us-east-1' }),
  accessKeyId: Type.Optional(
    secret('The ID of the access key; left out, it is looked for where AWS keeps it'),
  ),
  secretAccessKey: Type.Optional(secret('The secret of the access key')),
  pathStyle: Type.Boolean({ default: false, description: 'Names the bucket in the path, not in the host.' }),
})

export default defineAdapter({
  port: documentSource,
  name: 's3',
  does: 'Takes documents from a bucket, in which the keys of a case begin with its docket number.',
  options: Options,
  async open(options, host) {
    const { prefix = '', writeBackPrefix } = options
    if (writeBackPrefix?.startsWith(prefix))
      throw new PortError('invalid', 'writeBackPrefix must not begin with prefix.')
    const sdk = await import('@aws-sdk/client-s3').catch(() => {
      throw new PortError('invalid', 'The adapter s3 needs the package @aws-sdk/client-s3: npm install it.')
    })
    const client = clientOf(sdk, options, await agentsFor(options.endpoint, host))
    const storeAt = (under: string) => async (signal: AbortSignal) =>
      storeIn(sdk, client, { bucket: options.bucket, prefix: under, signal })
    const adapter = storedSource(storeAt(prefix), host, {
      // An object is there when it is whole.
      settleSeconds: 0,
      writesBack: writeBackPrefix === undefined ? undefined : storeAt(writeBackPrefix),
    })
    return { ...adapter, close: async () => client.destroy() }
  },
})

type Sdk = typeof import('@aws-sdk/client-s3')

function clientOf(sdk: Sdk, options: Static<typeof Options>, agents: Agents): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = options
  return new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: 2,
    // Many stores do not know the checksums that the library adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000, ...agents },
  })
}

type Agents = { httpAgent: HttpAgent; httpsAgent: HttpsAgent }

/** Connections go by the proxy that is set, or else to no address but those that the binding may reach. */
async function agentsFor(endpoint: string | undefined, host: Host): Promise<Agents> {
  const url = new URL(endpoint ?? 'https://s3.amazonaws.com')
  const proxy = host.proxyFor(url)
  if (proxy !== undefined) {
    const options = { keepAlive: true, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
    return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
  }
  // An address that is no name is never looked up.
  if (endpoint !== undefined) await host.resolve(url.hostname)
  const lookup: LookupFunction = (hostname, { all }, found) => {
    host.resolve(hostname).then(
      ({ address, family }) => (all ? found(null, [{ address, family }]) : found(null, address, family)),
      (error) => found(error, []),
    )
  }
  const options = { keepAlive: true, lookup }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
}

function storeIn(
  sdk: Sdk,
  client: S3Client,
  { bucket: Bucket, prefix, signal }: { bucket: string; prefix: string; signal: AbortSignal },
): Store {
  const keyOf = (path: string) => `${prefix}${path}`
  const withSignal = { abortSignal: signal }

  return {
    async *files(under) {
      const Prefix = keyOf(under === undefined ? '' : `${under}/`)
      for (let token: string | undefined; ; ) {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })
        const page = await client.send(command, withSignal).catch((error) => fail(error, Bucket))
        for (const { Key, ETag, Size, LastModified } of page.Contents ?? []) {
          if (!Key || !ETag || Key.endsWith('/')) continue
          const path = Key.slice(prefix.length)
          yield { path, revision: bare(ETag), size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
        if (token === undefined) return
      }
    },
    async read(path, revision) {
      const asked = new sdk.GetObjectCommand({ Bucket, Key: keyOf(path) })
      const found = await client.send(asked, withSignal).catch((error) => fail(error, Bucket))
      if (bare(found.ETag ?? '') === revision) return found.Body as Bytes
      ;(found.Body as { destroy?(): void }).destroy?.()
      throw new PortError('conflict', 'The object has changed since it was listed.')
    },
    async readText(path, mostBytes) {
      const asked = new sdk.GetObjectCommand({ Bucket, Key: keyOf(path), Range: `bytes=0-${mostBytes}` })
      const found = await client.send(asked, withSignal).catch((error) => {
        if (isMissing(error)) return undefined
        return fail(error, Bucket)
      })
      const text = await found?.Body?.transformToString()
      return text !== undefined && text.length <= mostBytes ? text : undefined
    },
    async write(path, bytes, { size, mediaType, sha256 }) {
      const Body = Readable.from(bytes, { objectMode: false })
      const command = new sdk.PutObjectCommand({
        Bucket,
        Key: keyOf(path),
        Body,
        ContentLength: size,
        ContentType: mediaType,
      })
      // Known beforehand, the hash is signed although the bytes only flow by: the store refuses any others.
      command.middlewareStack.add(
        (next) => (given) => {
          Object.assign((given.request as { headers: object }).headers, { 'x-amz-content-sha256': sha256 })
          return next(given)
        },
        { step: 'build' },
      )
      await client.send(command, withSignal).catch((error) => fail(error, Bucket))
    },
    close: async () => {},
  }
}

const bare = (etag: string) => etag.replaceAll('"', '')

type S3Error = Error & { $metadata?: { httpStatusCode?: number } }

const isMissing = (error: S3Error) => error.name === 'NoSuchKey' || error.name === 'NotFound'

function fail(error: S3Error, bucket: string): never {
  if (isMissing(error)) throw new PortError('gone', 'The object no longer exists.')
  const status = error.$metadata?.httpStatusCode
  if (status === 401 || status === 403)
    throw new PortError('unauthorized', `The bucket ${bucket} does not accept the access key of the binding.`)
  if (status === 503 || status === 429)
    throw new PortError('rateLimited', `The bucket ${bucket} asks to slow down.`)
  throw new PortError('unavailable', `The bucket ${bucket} cannot be used: ${error.name}.`, { cause: error })
}
