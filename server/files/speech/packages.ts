/** A package of the npm registry, of which some files are needed. */
export type EnginePackage = {
  name: string
  version: string
  /** Of the tarball, as the registry publishes it. */
  integrity: string
  bytes: number
  /** Names in the package. */
  files: readonly string[]
}

export const moonshineVersion = '0.1.29'
const runtimeVersion = '1.30.0'

/** The platforms that the runtime is built for, with its library there. */
const libraries: Record<string, readonly string[]> = {
  'linux-x64': ['libonnxruntime.so.1'],
  'linux-arm64': ['libonnxruntime.so.1'],
  'darwin-arm64': ['libonnxruntime.1.30.0.dylib'],
}

const commonModules = [
  'backend',
  'backend-impl',
  'env',
  'env-impl',
  'index',
  'inference-session',
  'inference-session-impl',
  'onnx-model',
  'onnx-value',
  'tensor',
  'tensor-conversion',
  'tensor-conversion-impl',
  'tensor-factory',
  'tensor-factory-impl',
  'tensor-impl',
  'tensor-impl-type-mapping',
  'tensor-utils',
  'tensor-utils-impl',
  'trace',
  'type-helper',
  'version',
]

/** What the default engine consists of on a platform; nothing where the runtime is not built for it. */
export function enginePackages(platform: string, architecture: string): EnginePackage[] | undefined {
  const library = libraries[`${platform}-${architecture}`]
  if (!library) return undefined
  const folder = `bin/napi-v6/${platform}/${architecture}`
  return [
    {
      name: '@moonshine-ai/moonshine-js',
      version: moonshineVersion,
      integrity:
        'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
      bytes: 21_514_347,
      files: [
        'LICENSE',
        'dist/model/tiny/quantized/encoder_model.onnx',
        'dist/model/tiny/quantized/decoder_model_merged.onnx',
      ],
    },
    {
      name: 'llama-tokenizer-js',
      version: '1.2.2',
      integrity:
        'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
      bytes: 388_950,
      files: ['package.json', 'LICENSE.md', 'llama-tokenizer.js'],
    },
    {
      name: 'onnxruntime-common',
      version: runtimeVersion,
      integrity:
        'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      bytes: 66_795,
      files: ['package.json', 'dist/cjs/package.json', ...commonModules.map((name) => `dist/cjs/${name}.js`)],
    },
    {
      name: 'onnxruntime-node',
      version: runtimeVersion,
      integrity:
        'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      bytes: 113_507_888,
      files: [
        'package.json',
        ...['index', 'backend', 'binding', 'version'].map((name) => `dist/${name}.js`),
        ...[...library, 'onnxruntime_binding.node'].map((name) => `${folder}/${name}`),
      ],
    },
  ]
}
