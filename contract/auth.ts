import Type, { type Static } from 'typebox'

const strict = { additionalProperties: false }

export const Credentials = Type.Object(
  {
    username: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 1000 }),
  },
  strict,
)

export const Tokens = Type.Object({
  token: Type.String({ description: 'A JWT: send it as `Authorization: Bearer …`' }),
  refreshToken: Type.String({ description: 'Good for one refresh' }),
  expiresIn: Type.Integer({ description: 'Seconds', examples: [3600] }),
})
export type Tokens = Static<typeof Tokens>

export const Refresh = Type.Object({ refreshToken: Type.String({ maxLength: 4000 }) }, strict)

export const AcceptInvitation = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 1000 }),
  },
  strict,
)

export const Accepted = Type.Object({ username: Type.String() })

export const Jwks = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) })

export const OpenIdConfiguration = Type.Object({}, { additionalProperties: true })
