import { resolve } from 'node:path'
import type { IceServer } from '@portico/contract/rooms'
import type { ExternalIssuerSettings } from './auth/external-issuer.ts'
import type { PasswordWork } from './auth/passwords.ts'
import { type DuplicatePolicy, duplicatePolicies } from './core/file/case-file.ts'
import { nearest } from './core/kernel/nearest.ts'
import type { SealingKeyFiles } from './files/decision/sealing-key.ts'
import type { S3Settings } from './files/s3-bucket.ts'
import type { SpeechSettings } from './files/speech/speech.ts'
import type { RateLimits } from './http/authentication.ts'
import type { Configuration } from './ports/configuration/read-configuration.ts'
import { StartFailure } from './store/start-failure.ts'

export type Settings = {
  mode: 'sandbox' | 'deployment'
  host: string
  port: number
  /** What tokens say they come from, and what links begin with. */
  baseUrl: string
  isBaseUrlSet: boolean
  dataFolder: string
  databaseUrl: string | undefined
  /** Undefined: blobs are files in the data folder. */
  blobBucket: S3Settings | undefined
  firstAccount: { username?: string; password?: string }
  secret: string | undefined
  /** Undefined: decisions are sealed with a key that the deployment makes and keeps. */
  sealingKey: SealingKeyFiles | undefined
  externalIssuer: ExternalIssuerSettings | undefined
  allowedOrigins: string[]
  /** How many proxies stand before the service: so many addresses of X-Forwarded-For are believed, from the right. */
  proxyCount: number
  limits: RateLimits
  /** How much of memory may be taken by the text of the cases that were searched last. */
  searchMemoryBytes: number
  mostUploadBytes: number
  /** How many bytes uploads that became no document yet may have together. */
  mostUploadsBytes: number
  /** How many of them those of one account may have. */
  mostOwnUploadsBytes: number
  /** How many pages a file may have. */
  mostPages: number
  /** What files leave free on the disk, for the database. */
  diskReserveBytes: number
  /** What becomes of a document that the file has already: byte for byte, or nearly by the words of its pages. */
  duplicates: { exact: DuplicatePolicy; near: DuplicatePolicy }
  metricsToken: string | undefined
  /** How long what has begun may take to end once the service was told to stop. */
  graceSeconds: number
  logLevel: string
  /** A JSON file, or a folder of them, with sections of the profile. */
  profilePath: string | undefined
  /** How long a report may take. */
  reportSeconds: number
  /** The password of the SQL role of reporting tools; undefined: somebody else sets it. */
  reportingPassword: string | undefined
  /** STUN and TURN servers, for rooms. */
  iceServers: readonly IceServer[]
  /** Whether pages that are pictures are recognised. */
  recognition: 'on' | 'off'
  /** Whether recordings are transcribed, and by what. */
  speech: SpeechSettings
  /** `isAtWork`: its cases stand at every stage of the work, with people who have done it. */
  synthetic: { seed: string; pages: number[] | undefined; isAtWork: boolean }
  /** What `portico.config.ts` says of the ports; nothing, where all have their baselines. */
  configuration?: Configuration | undefined
  /** Not read from anywhere: see openIdentity. */
  passwordWork?: PasswordWork | undefined
}

const prefix = 'PORTICO_'

/** The names of the settings that are ours alone. */
export const settingNames = [
  'PORTICO_ALLOWED_ORIGINS',
  'PORTICO_ANONYMOUS_LIMIT',
  'PORTICO_BASE_URL',
  'PORTICO_BLOBS',
  'PORTICO_CALLER_LIMIT',
  'PORTICO_CONFIG',
  'PORTICO_DATA',
  'PORTICO_DISK_RESERVE_MB',
  'PORTICO_DUPLICATES_EXACT',
  'PORTICO_DUPLICATES_NEAR',
  'PORTICO_GRACE_SECONDS',
  'PORTICO_HOST',
  'PORTICO_LOG',
  'PORTICO_METRICS_TOKEN',
  'PORTICO_MODE',
  'PORTICO_MOST_PAGES',
  'PORTICO_OCR',
  'PORTICO_OIDC_AUDIENCE',
  'PORTICO_OIDC_CLIENT_ID',
  'PORTICO_OIDC_CLIENT_SECRET',
  'PORTICO_OIDC_ISSUER',
  'PORTICO_OIDC_PRIVATE_ADDRESSES',
  'PORTICO_PASSWORD',
  'PORTICO_PROFILE',
  'PORTICO_REPORTING_PASSWORD',
  'PORTICO_REPORT_SECONDS',
  'PORTICO_ICE_SERVERS',
  'PORTICO_S3_ACCESS_KEY_ID',
  'PORTICO_S3_ENDPOINT',
  'PORTICO_S3_REGION',
  'PORTICO_S3_SECRET_ACCESS_KEY',
  'PORTICO_SEAL_CERTIFICATE',
  'PORTICO_SEAL_KEY',
  'PORTICO_SEAL_PASSWORD',
  'PORTICO_SEARCH_MEMORY',
  'PORTICO_SECRET',
  'PORTICO_SEED',
  'PORTICO_SPEECH',
  'PORTICO_SPEECH_ENGINE',
  'PORTICO_SYNTH_PAGES',
  'PORTICO_SYNTH_WORK',
  'PORTICO_TRUST_PROXY',
  'PORTICO_UPLOADS_EACH_MB',
  'PORTICO_UPLOADS_MB',
  'PORTICO_UPLOAD_MB',
  'PORTICO_USERNAME',
]

type Environment = Record<string, string | undefined>

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * Every setting comes from the environment, and a wrong one is named. `alsoKnown` are names that something else reads,
 * such as a file of the configuration that refers to them.
 */
export function readSettings(env: Environment, alsoKnown: readonly string[] = []): Settings {
  refuseUnknown(env, [...settingNames, ...alsoKnown])
  const mode = oneOf(env, 'PORTICO_MODE', ['sandbox', 'deployment'], 'sandbox') as Settings['mode']
  const port = wholeNumber(env, 'PORT', 8080, 65_535)
  const callerPerMinute = wholeNumber(env, 'PORTICO_CALLER_LIMIT', 0)
  return {
    mode,
    host: env.PORTICO_HOST || (mode === 'sandbox' ? 'localhost' : '0.0.0.0'),
    port,
    baseUrl: url(env, 'PORTICO_BASE_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}`,
    isBaseUrlSet: Boolean(env.PORTICO_BASE_URL),
    dataFolder: resolve(env.PORTICO_DATA || '.portico'),
    databaseUrl: databaseUrl(env),
    blobBucket: blobBucket(env, mode),
    firstAccount: {
      ...(env.PORTICO_USERNAME ? { username: env.PORTICO_USERNAME } : {}),
      ...(env.PORTICO_PASSWORD ? { password: env.PORTICO_PASSWORD } : {}),
    },
    secret: env.PORTICO_SECRET || undefined,
    sealingKey: sealingKey(env),
    externalIssuer: externalIssuer(env),
    allowedOrigins: list(env.PORTICO_ALLOWED_ORIGINS),
    proxyCount: wholeNumber(env, 'PORTICO_TRUST_PROXY', 0, 16),
    limits: {
      anonymousPerMinute: wholeNumber(env, 'PORTICO_ANONYMOUS_LIMIT', 600),
      ...(callerPerMinute > 0 ? { callerPerMinute } : {}),
    },
    searchMemoryBytes: wholeNumber(env, 'PORTICO_SEARCH_MEMORY', 256, 1_000_000) * 1024 ** 2,
    mostUploadBytes: wholeNumber(env, 'PORTICO_UPLOAD_MB', 4095, 1024 ** 2) * 1024 ** 2,
    mostUploadsBytes: wholeNumber(env, 'PORTICO_UPLOADS_MB', 65_536, 1024 ** 3) * 1024 ** 2,
    mostOwnUploadsBytes: wholeNumber(env, 'PORTICO_UPLOADS_EACH_MB', 16_384, 1024 ** 3) * 1024 ** 2,
    mostPages: wholeNumber(env, 'PORTICO_MOST_PAGES', 100_000, 10_000_000),
    diskReserveBytes: wholeNumber(env, 'PORTICO_DISK_RESERVE_MB', 512, 1024 ** 3) * 1024 ** 2,
    duplicates: {
      exact: oneOf(env, 'PORTICO_DUPLICATES_EXACT', duplicatePolicies, 'hold') as DuplicatePolicy,
      near: oneOf(env, 'PORTICO_DUPLICATES_NEAR', duplicatePolicies, 'link') as DuplicatePolicy,
    },
    metricsToken: env.PORTICO_METRICS_TOKEN || undefined,
    profilePath: env.PORTICO_PROFILE ? resolve(env.PORTICO_PROFILE) : undefined,
    graceSeconds: wholeNumber(env, 'PORTICO_GRACE_SECONDS', 7, 3600),
    logLevel: oneOf(env, 'PORTICO_LOG', logLevels, mode === 'sandbox' ? 'warn' : 'info'),
    reportSeconds: reportSeconds(env),
    reportingPassword: reportingPassword(env),
    iceServers: iceServers(env),
    recognition: oneOf(env, 'PORTICO_OCR', ['on', 'off'], 'on') as Settings['recognition'],
    speech: speech(env),
    synthetic: {
      seed: env.PORTICO_SEED || 'portico',
      pages: env.PORTICO_SYNTH_PAGES === undefined ? undefined : pageCounts(env.PORTICO_SYNTH_PAGES),
      isAtWork: oneOf(env, 'PORTICO_SYNTH_WORK', ['on', 'off'], 'on') === 'on',
    },
  }
}

/** `on`, `off`, or where the tarballs of the engine are. */
function speech(env: Environment): SpeechSettings {
  const told = env.PORTICO_SPEECH || 'on'
  return {
    isOn: told !== 'off',
    ...(told === 'on' || told === 'off' ? {} : { tarballs: resolve(told) }),
    ...(env.PORTICO_SPEECH_ENGINE ? { engine: resolve(env.PORTICO_SPEECH_ENGINE) } : {}),
  }
}

/** The file with the bindings of the ports, if it is named. It is read first: the names that it refers to are known. */
export function configPath(env: Environment): string | undefined {
  return env.PORTICO_CONFIG || undefined
}

/** A name that is misspelt would be a setting that silently does not hold. */
function refuseUnknown(env: Environment, known: readonly string[]) {
  const unknown = Object.keys(env).filter((name) => name.startsWith(prefix) && !known.includes(name))
  if (unknown.length === 0) return
  const words = known.map((name) => name.slice(prefix.length))
  const sentences = unknown.toSorted().map((name) => {
    const meant = nearest(name.slice(prefix.length), words)
    return `There is no setting ${name}${meant ? `; did you mean ${prefix}${meant}?` : ': docs/reference/settings.md lists them all.'}`
  })
  throw new StartFailure(sentences.join('\n'))
}

function sealingKey(env: Environment): SealingKeyFiles | undefined {
  const certificatePath = env.PORTICO_SEAL_CERTIFICATE
  const keyPath = env.PORTICO_SEAL_KEY || undefined
  if (!certificatePath && keyPath)
    throw new StartFailure('PORTICO_SEAL_KEY needs PORTICO_SEAL_CERTIFICATE beside it.')
  return certificatePath
    ? { certificatePath, keyPath, password: env.PORTICO_SEAL_PASSWORD || undefined }
    : undefined
}

function externalIssuer(env: Environment): ExternalIssuerSettings | undefined {
  const issuer = url(env, 'PORTICO_OIDC_ISSUER')
  if (!issuer) return undefined
  const audience = env.PORTICO_OIDC_AUDIENCE
  if (!audience) throw new StartFailure('PORTICO_OIDC_ISSUER needs PORTICO_OIDC_AUDIENCE beside it.')
  const clientId = env.PORTICO_OIDC_CLIENT_ID
  return {
    issuer,
    audience,
    mayReachPrivate: oneOf(env, 'PORTICO_OIDC_PRIVATE_ADDRESSES', ['on', 'off'], 'off') === 'on',
    ...(clientId ? { passwordGrant: { clientId, clientSecret: env.PORTICO_OIDC_CLIENT_SECRET ?? '' } } : {}),
  }
}

function databaseUrl(env: Environment): string | undefined {
  const text = env.DATABASE_URL
  if (!text) return undefined
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartFailure(
    'DATABASE_URL must be a PostgreSQL URL, like postgresql://user:password@host:5432/database.',
  )
}

function blobBucket(env: Environment, mode: Settings['mode']): S3Settings | undefined {
  if (!env.PORTICO_BLOBS) return undefined
  const [, bucket, prefix] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/.exec(env.PORTICO_BLOBS) ?? []
  if (!bucket)
    throw new StartFailure('PORTICO_BLOBS must name a bucket, like s3://bucket or s3://bucket/prefix.')
  const endpoint = url(env, 'PORTICO_S3_ENDPOINT')
  if (mode === 'sandbox' && !(endpoint && isLoopback(endpoint))) {
    throw new StartFailure(
      'A sandbox keeps its blobs on this machine: PORTICO_S3_ENDPOINT must be on localhost, 127.0.0.1 or [::1].',
    )
  }
  return {
    bucket,
    prefix: prefix?.slice(1) || undefined,
    endpoint,
    region: env.PORTICO_S3_REGION || 'us-east-1',
    credentials: bucketCredentials(env),
    forcePathStyle: endpoint !== undefined,
  }
}

function bucketCredentials(env: Environment): S3Settings['credentials'] {
  const isOurs = Boolean(env.PORTICO_S3_ACCESS_KEY_ID || env.PORTICO_S3_SECRET_ACCESS_KEY)
  const accessKeyId = isOurs ? env.PORTICO_S3_ACCESS_KEY_ID : env.AWS_ACCESS_KEY_ID
  const secretAccessKey = isOurs ? env.PORTICO_S3_SECRET_ACCESS_KEY : env.AWS_SECRET_ACCESS_KEY
  const sessionToken = isOurs ? undefined : env.AWS_SESSION_TOKEN
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
  if (!accessKeyId && !secretAccessKey) return undefined
  const prefix = isOurs ? 'PORTICO_S3' : 'AWS'
  throw new StartFailure(`${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY need each other.`)
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function url(env: Environment, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (/^https?:/.test(text) && URL.canParse(text)) return text
  throw new StartFailure(`${name} must be a URL that begins with http:// or https://.`)
}

/** A statement of a pooled connection ends after 55 seconds. */
function iceServers(env: Environment): IceServer[] {
  const given = env.PORTICO_ICE_SERVERS
  if (given === undefined || given === '') return []
  const wrong = new StartFailure(
    'PORTICO_ICE_SERVERS must be a JSON list like [{"urls":"turn:turn.example.org","username":"…","credential":"…"}].',
  )
  try {
    const servers: unknown = JSON.parse(given)
    const isServer = (one: unknown) =>
      [(one as { urls?: unknown } | null)?.urls].flat().every((url) => /^(stun|turns?):/.test(String(url)))
    if (!Array.isArray(servers) || !servers.every(isServer)) throw wrong
    return servers as IceServer[]
  } catch {
    throw wrong
  }
}

function reportingPassword(env: Environment): string | undefined {
  const password = env.PORTICO_REPORTING_PASSWORD
  if (!password) return undefined
  if (/^[\x21-\x7e]{16,200}$/.test(password)) return password
  throw new StartFailure(
    'PORTICO_REPORTING_PASSWORD must have 16 to 200 characters: letters, digits and punctuation of ASCII, without spaces.',
  )
}

function reportSeconds(env: Environment): number {
  const seconds = wholeNumber(env, 'PORTICO_REPORT_SECONDS', 30, 50)
  if (seconds > 0) return seconds
  throw new StartFailure('PORTICO_REPORT_SECONDS must be a whole number from 1 to 50, not 0.')
}

function wholeNumber(
  env: Environment,
  name: string,
  otherwise: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= most) return number
  throw new StartFailure(`${name} must be a whole number up to ${most}, not ${text}.`)
}

function oneOf(env: Environment, name: string, allowed: readonly string[], otherwise: string): string {
  const text = env[name] || otherwise
  if (allowed.includes(text)) return text
  throw new StartFailure(`${name} must be one of ${allowed.join(', ')}, not ${text}.`)
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function pageCounts(text: string): number[] {
  return list(text).map((part) => {
    if (/^[1-9]\d{0,5}$/.test(part)) return Number(part)
    throw new StartFailure(`PORTICO_SYNTH_PAGES must be page counts separated by commas, not ${part}.`)
  })
}
