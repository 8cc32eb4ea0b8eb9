export const SIZES = [
  ['desk', { width: 1280, height: 720 }],
  ['phone', { width: 390, height: 844 }],
] as const;
