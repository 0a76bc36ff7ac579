// Resolves what our own modules import. Node looks for a package.json in every folder on the way up from each module,
// and resolves a package anew for each module that names it: a seventh of the time that a start takes.
import { registerHooks } from 'node:module'

const packages = ['../', '../../contract/'].map((folder) => new URL(folder, import.meta.url).href)
const packageOf = (url) =>
  url.includes('/node_modules/') ? undefined : packages.find((folder) => url.startsWith(folder))
const known = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    const own = packageOf(parentURL)
    if (!own || !conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.')) {
      const url = new URL(specifier, parentURL).href
      if (!url.endsWith('.ts') || !packageOf(url)) return next(specifier, context)
      return { url, format: 'module-typescript', shortCircuit: true }
    }
    const key = `${own} ${specifier}`
    if (!known.has(key)) known.set(key, next(specifier, context))
    return { ...known.get(key), shortCircuit: true }
  },
})
