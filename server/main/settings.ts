import { configPath, readSettings, type Settings } from '../config.ts'
import { readConfiguration } from '../ports/configuration/read-configuration.ts'
import { environmentNames } from '../ports/configuration/secrets.ts'

/** Every setting of the environment, and the bindings of the ports as the configuration has them. */
export async function loadSettings(env: Record<string, string | undefined>): Promise<Settings> {
  const configuration = await readConfiguration(configPath(env), env)
  return { ...readSettings(env, environmentNames(configuration?.value)), configuration }
}
