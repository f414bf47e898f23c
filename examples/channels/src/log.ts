// Fills as records of Kafka. Consumers of one group share the records of a topic.
import { type ConsumerConfig, Kafka } from "kafkajs";
import type { Transport } from "./generated/channels/index.gen.ts";
import { kafkaTransport } from "./generated/channels/kafka.gen.ts";

export interface Log {
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

export async function openLog(brokers: string[], group: ConsumerConfig): Promise<Log> {
  const kafka = new Kafka({ clientId: "price-desk", brokers });
  const producer = kafka.producer();
  await producer.connect();
  const transport = kafkaTransport({
    producer,
    consumer: async () => {
      const consumer = kafka.consumer(group);
      await consumer.connect();
      return consumer;
    },
    fromBeginning: true,
  });
  return { transport, close: () => producer.disconnect() };
}
