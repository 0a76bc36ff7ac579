import { Refusal } from '../core/kernel/decider.ts'
import { secondsBetween } from '../core/time/moments.ts'
import type { Database } from '../store/db.ts'
import { type Authenticate, openAuthenticate, openCallerNow, openSessionCaller } from './authenticate.ts'
import type { Caller } from './can.ts'
import { type ChangePassword, openChangePassword } from './change-password.ts'
import { openConfirmPassword } from './confirm-password.ts'
import { type ExternalIssuerSettings, type GrantedTokens, openExternalIssuer } from './external-issuer.ts'
import { openExternalMembers } from './external-members.ts'
import { ensureFirstAccount, type FirstAccountSetting } from './first-account.ts'
import { type Guessing, openGuessing } from './guessing.ts'
import { openInvitations } from './invitations.ts'
import type { AskIssuer } from './issuer-discovery.ts'
import { openMembers, type PeopleWords } from './members.ts'
import { signedTokenHash } from './one-time-token.ts'
import { openPasskeyChallenges } from './passkey-challenges.ts'
import { openPasskeyUse, type PasskeyUses } from './passkey-use.ts'
import { openPasskeys, type Passkeys } from './passkeys.ts'
import type { PasswordWork } from './passwords.ts'
import { openSandboxPeople, type SandboxPeople } from './sandbox-people.ts'
import { openSecret, type Secret } from './secret.ts'
import { badRefreshToken, openSessions, type SessionLifetimes, type SignedIn } from './sessions.ts'
import { type Credentials, openPasswordCheck, openSignIn } from './sign-in.ts'
import { openSigningKeys, type SigningKeys, signingAlgorithm } from './signing-keys.ts'
import { openTokens } from './tokens.ts'

export type IdentitySettings = {
  db: Database
  clock: () => Date
  /** The words in force that members are described in. */
  words: () => PeopleWords
  /** The base URL: what tokens say they come from. */
  issuer: string
  audience?: string | undefined
  /** At least 32 characters, the same in every process on one database. */
  secret: string
  lifetimes?: SessionLifetimes | undefined
  /** Less than usual only in tests, which sign in a thousand times. */
  passwordWork?: PasswordWork | undefined
  /** Trusted instead of our own accounts. */
  external?: (ExternalIssuerSettings & { ask: AskIssuer }) | undefined
}

/** What changes with who issues the tokens. */
type Door = {
  authenticate: Authenticate
  signIn(credentials: Credentials & { address: string }): Promise<SignedIn>
  refresh(refreshToken: string, kind?: { isBrowser?: boolean }): Promise<SignedIn>
  /** By what a browser holds: its cookie, and the token if it still has one. */
  endBrowserSession(held: { refreshToken?: string | undefined; token?: string | undefined }): Promise<void>
  signOut(caller: Pick<Caller, 'sessionId' | 'expiresAt'>): Promise<void>
  changePassword: ChangePassword
  passkeys: Passkeys
  passkeyUses: PasskeyUses
  /** None where people sign in elsewhere. */
  sandboxPeople: SandboxPeople | undefined
  acceptInvitation(request: { token: string; password: string }): Promise<{ username: string }>
  jwks(): Promise<{ keys: object[] }>
  openIdConfiguration(): Promise<Record<string, unknown>>
  /** Fails early, in one sentence, where signing in could not work. */
  prepare(): Promise<void>
  purge(): Promise<void>
}

/** Everything about who a caller is; `can.ts` says what they may do. */
export function openIdentity(settings: IdentitySettings) {
  const { db, clock, words, external, passwordWork } = settings
  const secret = openSecret(settings.secret)
  const guessing = openGuessing({ db, clock, secret })
  const keys = openSigningKeys({ db, clock, secret })
  const { accept: _, ...invitations } = openInvitations({ db, clock, words })
  const { purge, ...door } = external
    ? externalDoor(settings, external, guessing)
    : ownDoor(settings, guessing, keys, secret)

  return {
    ...door,
    callerNow: openCallerNow(db),
    invite: invitations.invite,
    inviteAgain: invitations.inviteAgain,
    invitations,
    members: openMembers({ db, clock, words }),
    ensureFirstAccount: (setting: FirstAccountSetting = {}) =>
      ensureFirstAccount({ db, clock, words, passwordWork }, setting),
    rotateSigningKey: keys.rotate,
    replaceSigningKeys: keys.replaceAll,
    /** For a daily job: rotates an old signing key and deletes what can have no effect any more. */
    async maintain(): Promise<void> {
      await keys.maintain()
      await guessing.purge()
      await purge()
    },
  }
}

export type Identity = ReturnType<typeof openIdentity>

function ownDoor(settings: IdentitySettings, guessing: Guessing, keys: SigningKeys, secret: Secret): Door {
  const { db, clock, words, issuer, audience = 'portico', lifetimes, passwordWork } = settings
  const tokens = openTokens({ keys, clock, issuer, audience })
  const sessions = openSessions({ db, clock, tokens, secret, lifetimes })
  const confirmPassword = openConfirmPassword({ db, guessing })
  const challenges = openPasskeyChallenges({ db, clock })
  const passkeyUses = openPasskeyUse({ db, guessing, challenges, sessions })
  return {
    authenticate: openAuthenticate({
      db,
      clock,
      verify: tokens.verify,
      callerOf: openSessionCaller({ db, clock }),
    }),
    // Two at once: hashing holds a thread of the pool that also reads files.
    signIn: openSignIn({ guessing, check: openPasswordCheck({ db, sessions, passwordWork }), width: 2 }),
    refresh: sessions.refresh,
    endBrowserSession: async ({ refreshToken }) => {
      if (refreshToken !== undefined) await sessions.endByRefreshToken(refreshToken)
    },
    signOut: ({ sessionId }) => sessions.end(sessionId),
    changePassword: openChangePassword({ db, clock, confirmPassword, passwordWork }),
    passkeys: openPasskeys({ db, clock, challenges, uses: passkeyUses, confirmPassword }),
    passkeyUses,
    sandboxPeople: openSandboxPeople({ db, clock, words, sessions, secret }),
    acceptInvitation: openInvitations({ db, clock, words, passwordWork }).accept,
    jwks: keys.jwks,
    openIdConfiguration: async () => ({
      issuer,
      jwks_uri: `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`,
      response_types_supported: [],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      claims_supported: [
        'iss',
        'aud',
        'sub',
        'sid',
        'preferred_username',
        'name',
        'roles',
        'iat',
        'exp',
        'jti',
      ],
    }),
    prepare: async () => void (await keys.signer()),
    purge: async () => {
      await sessions.purge()
      await challenges.purge()
    },
  }
}

function externalDoor(
  { db, clock }: IdentitySettings,
  external: NonNullable<IdentitySettings['external']>,
  guessing: Guessing,
): Door {
  const issuer = openExternalIssuer(external, clock)
  const { callerOf, endToken, purge } = openExternalMembers({ db, clock })

  const elsewhere = async () => {
    throw new Refusal('notFound', `People sign in to this service at ${external.issuer}.`)
  }
  /** A token is given out only to someone it will let in. */
  const admit = async (granted: GrantedTokens | undefined): Promise<SignedIn | undefined> => {
    if (!granted || !(await callerOf(granted.claims, signedTokenHash(granted.token)))) return undefined
    const { token, claims, refreshToken } = granted
    const expiresIn = Math.floor(secondsBetween(clock(), claims.expiresAt))
    return { token, refreshToken, expiresIn }
  }

  const grants = issuer.grants
  const authenticate = openAuthenticate({ db, clock, verify: issuer.verify, callerOf })
  return {
    authenticate,
    signIn: grants
      ? openSignIn({
          guessing,
          check: async ({ username, password }) => {
            const granted = await grants.password(username, password)
            return granted && (() => admit(granted))
          },
          width: 8,
        })
      : elsewhere,
    refresh: grants
      ? async (refreshToken) => {
          const signedIn = await admit(await grants.refresh(refreshToken))
          if (!signedIn) throw badRefreshToken()
          return signedIn
        }
      : elsewhere,
    async endBrowserSession({ token }) {
      const caller = await authenticate(token).catch(unlessRefused)
      if (caller) await endToken(caller)
    },
    signOut: endToken,
    changePassword: elsewhere,
    passkeys: {
      newOptions: elsewhere,
      add: elsewhere,
      list: elsewhere,
      rename: elsewhere,
      remove: elsewhere,
    },
    passkeyUses: { options: elsewhere, signIn: elsewhere, confirm: elsewhere },
    sandboxPeople: undefined,
    acceptInvitation: elsewhere,
    jwks: elsewhere,
    openIdConfiguration: elsewhere,
    prepare: async () => {},
    purge,
  }
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
