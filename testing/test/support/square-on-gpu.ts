/** Squares numbers in a compute shader, and fails on any validation error. */
export async function squareOnGpu(
  device: GPUDevice,
  input: Float32Array<ArrayBuffer>,
): Promise<Float32Array> {
  device.pushErrorScope('validation');
  const code = /* wgsl */ `
    @group(0) @binding(0) var<storage, read_write> data: array<f32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      if (id.x < arrayLength(&data)) { data[id.x] *= data[id.x]; }
    }`;
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }), entryPoint: 'main' },
  });
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const data = device.createBuffer({ size: input.byteLength, usage: STORAGE | COPY_SRC | COPY_DST });
  const readback = device.createBuffer({ size: input.byteLength, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(data, 0, input);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: data } }],
    }),
  );
  pass.dispatchWorkgroups(Math.ceil(input.length / 64));
  pass.end();
  encoder.copyBufferToBuffer(data, 0, readback, 0, input.byteLength);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(GPUMapMode.READ);
  const result = new Float32Array(readback.getMappedRange().slice(0));
  readback.destroy();
  data.destroy();
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  return result;
}
