import { openProfiles, type Profiles } from '../app/profile/profiles.ts'
import { provisionProfile } from '../app/profile/provision-profile.ts'
import { type Identity, openIdentity } from '../auth/identity.ts'
import { secretInFolder } from '../auth/secret.ts'
import type { Settings } from '../config.ts'
import { askIssuer } from './ask-issuer.ts'
import type { Storage } from './storage.ts'

/** The profile in force, and who may act by it: all that commands about people need. */
export async function openIdentityOf(
  settings: Settings,
  { db, deployment }: Pick<Storage, 'db' | 'deployment'>,
  clock: () => Date,
  onKept: (why: string) => void,
): Promise<{ profiles: Profiles; identity: Identity; secret: string; publicUrl: string }> {
  const profiles = await openProfiles({ db, clock })
  await provisionProfile({ db, profiles, path: settings.profilePath, onKept })
  const publicUrl = settings.isBaseUrlSet ? settings.baseUrl : deployment.baseUrl
  const secret = settings.secret ?? (await secretInFolder(settings.dataFolder))
  const external = settings.externalIssuer
  const identity = openIdentity({
    db,
    clock,
    words: profiles.inForce,
    issuer: publicUrl,
    secret,
    passwordWork: settings.passwordWork,
    ...(external
      ? { external: { ...external, ask: askIssuer(external, settings.configuration?.env ?? {}) } }
      : {}),
  })
  await identity.prepare()
  return { profiles, identity, secret, publicUrl }
}
