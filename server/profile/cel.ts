import { createRequire } from 'node:module'

type Library = typeof import('@marcbachmann/cel-js')

let library: Library | undefined

/** Loaded when the first condition is read. */
export function cel(): Library {
  library ??= createRequire(import.meta.url)('@marcbachmann/cel-js') as Library
  return library
}
