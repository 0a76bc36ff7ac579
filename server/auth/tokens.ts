import { randomUUID } from 'node:crypto'
import { JOSEError, JWKSNoMatchingKey } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { Refusal } from '../core/kernel/decider.ts'
import { epochSeconds, fromEpochSeconds } from '../core/time/moments.ts'
import { leewaySeconds, type SigningKeys, signingAlgorithm, tokenLifetimeSeconds } from './signing-keys.ts'

export type TokenSubject = { id: string; username: string; displayName: string; roles: readonly string[] }

export type Verified = { memberId: string; sessionId: string; keyId: string; expiresAt: Date }

/**
 * Standard JWTs that anyone can verify with the published keys. Roles are in them for other readers' sake: this
 * service asks the database on every request.
 */
export function openTokens({
  keys,
  clock,
  issuer,
  audience,
}: {
  keys: Pick<SigningKeys, 'signer' | 'publicKey'>
  clock: () => Date
  issuer: string
  audience: string
}) {
  return {
    /** The key is fetched first, so that signing inside a transaction waits for no second connection. */
    async prepare(): Promise<(subject: TokenSubject, sessionId: string) => Promise<string>> {
      const { keyId, privateKey } = await keys.signer()
      return (subject, sessionId) => {
        const issuedAt = epochSeconds(clock())
        return new SignJWT({
          sid: sessionId,
          preferred_username: subject.username,
          name: subject.displayName,
          roles: subject.roles,
        })
          .setProtectedHeader({ alg: signingAlgorithm, kid: keyId, typ: 'JWT' })
          .setIssuer(issuer)
          .setAudience(audience)
          .setSubject(subject.id)
          .setIssuedAt(issuedAt)
          .setExpirationTime(issuedAt + tokenLifetimeSeconds)
          .setJti(randomUUID())
          .sign(privateKey)
      }
    },

    async verify(token: string): Promise<Verified> {
      try {
        const { payload, protectedHeader } = await jwtVerify<{ sid: unknown }>(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? undefined : await keys.publicKey(kid)
            if (!key) throw new JWKSNoMatchingKey()
            return key
          },
          {
            algorithms: [signingAlgorithm],
            typ: 'JWT',
            issuer,
            audience,
            currentDate: clock(),
            clockTolerance: leewaySeconds,
            requiredClaims: ['sub', 'sid', 'iat', 'exp', 'jti'],
          },
        )
        return {
          memberId: payload.sub!,
          sessionId: String(payload.sid),
          keyId: protectedHeader.kid!,
          expiresAt: fromEpochSeconds(payload.exp!),
        }
      } catch (error) {
        if (error instanceof JOSEError) throw badToken()
        throw error
      }
    },
  }
}

export type Tokens = ReturnType<typeof openTokens>

export function badToken(): Refusal {
  return new Refusal('unauthenticated', 'The token is missing, expired or invalid: sign in to get a new one.')
}
