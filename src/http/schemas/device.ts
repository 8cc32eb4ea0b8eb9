export * from '../../players/device-shapes.ts';
